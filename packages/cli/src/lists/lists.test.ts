import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLists } from './open-lists.ts'
import { parseCsvList } from './parse-csv-list.ts'
import { parseTomlList } from './parse-list.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-lists-'))
  writeFileSync(join(folder, 'tech.toml'), 'tickers = ["AAPL", "msft"]\n')
  writeFileSync(join(folder, 'ira.csv'), 'ticker,shares,cost\nVOD.L,5000,68.10\n')
  writeFileSync(join(folder, 'broken.csv'), 'name\nx\n')
  writeFileSync(join(folder, 'notes.txt'), 'no list')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('openLists', () => {
  test('default: reads the files of a folder, by name', () => {
    const lists = openLists(folder)
    expect(lists.names()).toEqual(['broken', 'ira', 'tech'])
    expect(lists.read('tech')).toEqual({
      name: 'tech',
      file: join(folder, 'tech.toml'),
      tickers: ['AAPL', 'MSFT'],
      lots: [],
    })
    expect(lists.read('ira').lots).toEqual([{ ticker: 'VOD.L', shares: 5_000, cost: 68.1 }])
  })

  test('error: reports an unknown list, and an unreadable one', () => {
    const lists = openLists(folder)
    expect(() => lists.read('tach')).toThrow(expect.objectContaining({ code: 'USAGE' }))
    expect(() => lists.read('../tech')).toThrow(
      expect.objectContaining({ remedy: 'fiq list shows your lists.' }),
    )
    expect(() => lists.read('broken')).toThrow('has no column "ticker"')
    expect(openLists(join(folder, 'nowhere')).names()).toEqual([])
  })
})

describe('parseTomlList', () => {
  test('default: reads several lines, with comments', () => {
    const text = '# mine\ntickers = [\n  "AAPL", # fruit\n  \'^GSPC\',\n  "AAPL",\n]\n'
    expect(parseTomlList(text, 'x').tickers).toEqual(['AAPL', '^GSPC'])
  })

  test.each([
    '',
    'tickers = []',
    'tickers = ["A"',
    'name = "x"',
    'tickers = [AAPL]',
    'tickers = ["A B"]',
  ])('error: refuses %j with its line', (text) => {
    expect(() => parseTomlList(text, 'x')).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        facts: [expect.stringContaining('Line: ')],
      }),
    )
  })
})

describe('parseCsvList', () => {
  test('default: reads columns in any order, and lots if both numbers are present', () => {
    const text = '\uFEFFcost,ticker,Shares\r\n412.50,AAPL,40\r\n,MSFT,\r\n'
    expect(parseCsvList(text, 'x')).toEqual({
      tickers: ['AAPL', 'MSFT'],
      lots: [{ ticker: 'AAPL', shares: 40, cost: 412.5 }],
    })
  })

  test.each([
    ['semicolons and decimal commas', 'ticker;shares;cost\nAAPL;0,5;1.412,50\n', 0.5, 1_412.5],
    [
      'quoted cells and thousands',
      '"ticker","shares","cost"\n"AAPL","1,500","412.50"',
      1_500,
      412.5,
    ],
    ['tabs', 'Symbol\tshares\tcost\nAAPL\t3\t2\n', 3, 2],
    [
      'a quoted name with a comma',
      'name,ticker,shares,cost\n"Apple, ""the"" Inc.",AAPL,3,2\n',
      3,
      2,
    ],
    ['no cost', 'ticker,shares\r\nAAPL,3\r\n,,\r\n', 3, null],
    ['a sale', 'ticker,shares,cost\nAAPL,3,2\nAAPL,-1,9\n', 3, 2],
  ])('behavior: reads a file with %s', (_, text, shares, cost) => {
    const { tickers, lots } = parseCsvList(text, 'x')
    expect(tickers).toEqual(['AAPL'])
    expect(lots[0]).toEqual({ ticker: 'AAPL', shares, cost })
  })

  test.each([
    ['ticker;shares;cost\nAAPL;0,5;1.412\n', '"1.412" may be a fraction or thousands'],
    ['ticker,shares,cost\nAAPL,"1,5",2\n', '"1,5" is not a number'],
    ['ticker,shares,cost\nAAPL,1,2\nAAPL,-2,3\n', 'it sells more of AAPL than it buys'],
  ])('error: refuses %j', (text, reason) => {
    expect(() => parseCsvList(text, 'x')).toThrow(reason)
  })

  test('error: names a cell that is not a number', () => {
    expect(() => parseCsvList('ticker,shares,cost\nAAPL,many,1', 'x')).toThrow(
      '"many" is not a number',
    )
  })

  test('property: any text is parsed or refused', () => {
    for (const parse of [parseCsvList, parseTomlList])
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string(),
            fc.string().map((text) => `ticker\n${text}`),
          ),
          (text) => {
            try {
              expect(parse(text, 'x').tickers.length).toBeGreaterThan(0)
            } catch (error) {
              expect(error).toMatchObject({ code: 'CONFIGURATION_INVALID' })
            }
          },
        ),
      )
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLists } from './open-lists.ts'
import { parseCsvList, parseTomlList } from './parse-list.ts'

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
    expect(() => lists.read('../tech')).toThrow('There is no list @../tech.')
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

import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '../../upstreams/csv.ts'
import type { Mode } from '../../upstreams/transport.ts'
import { nasdaqTrader, readListedFunds } from './nasdaq-funds.ts'

const url = new URL(nasdaqTrader.url)
const answer = (text: string, mode: Mode = 'recorded') => ({
  body: new TextEncoder().encode(text),
  mode,
  asOf: null,
  retrievedAt: '2026-08-23T00:00:00Z',
})
const header =
  'Nasdaq Traded|Symbol|Security Name|Listing Exchange|Market Category|ETF|Round Lot Size|Test Issue|Financial Status|CQS Symbol|NASDAQ Symbol|NextShares'
const directory = [
  header,
  'Y|A|Agilent Technologies, Inc. Common Stock|N| |N|100|N||A|A|N',
  'Y|BND|Vanguard Total Bond Market ETF|Q|G|Y|100|N|N||BND|N',
  'Y|VOO|Vanguard S&P 500 ETF|P| |Y|40|N||VOO|VOO|N',
  'Y|ZXYZ.A|Nasdaq Symbology Test Common Stock|Q|Q|Y|100|Y|N||ZXYZ.A|N',
  'File Creation Time: 0822202620:02|||||||||||',
  '',
].join('\r\n')

test('default: reads funds with their names, and the day of the directory', () => {
  expect(readListedFunds(answer(directory), url)).toEqual({
    funds: [
      { ticker: 'BND', name: 'Vanguard Total Bond Market ETF', source: nasdaqTrader.id },
      { ticker: 'VOO', name: 'Vanguard S&P 500 ETF', source: nasdaqTrader.id },
    ],
    asOf: '2026-08-22',
  })
})

test.each([
  ['no column of funds', directory.replace('|ETF|', '|Fund|'), 'recorded'],
  ['no funds', header, 'recorded'],
  ['a mirror with a list far too short', directory, 'mirror'],
] as const)('error: %s is refused', (_, text, mode) => {
  expect(() => readListedFunds(answer(text, mode), url)).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

test('behavior: any text gives funds or UPSTREAM_CHANGED, never another error', () => {
  const line = fc.array(fc.oneof(fc.constantFrom('Y', 'N', 'VOO'), fc.string()))
  fc.assert(
    fc.property(fc.string(), fc.array(line), (text, lines) => {
      for (const body of [text, [header, ...lines.map((each) => each.join('|'))].join('\n')])
        try {
          for (const { ticker, name } of readListedFunds(answer(body), url).funds)
            expect(ticker && name).toBeTruthy()
        } catch (error) {
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
    }),
  )
})

const listed = new URL(
  '../../../../../../shared/data/equities/other_listed.csv.gz',
  import.meta.url,
)

test.skipIf(!existsSync(listed))('default: the funds of a real day (needs ../shared/data)', () => {
  const [, ...rows] = csvRows(gunzipSync(readFileSync(listed)).toString())
  const lines = rows.map(([symbol, , name, venue, cqs, fund, lot, isTest, nasdaq]) =>
    ['Y', symbol, name, venue, ' ', fund, lot, isTest, '', cqs, nasdaq, 'N'].join('|'),
  )
  const { funds } = readListedFunds(answer([header, ...lines].join('\n'), 'mirror'), url)
  const nameOf = new Map(funds.map(({ ticker, name }) => [ticker, name]))
  expect(nameOf.get('VOO')).toBe('Vanguard S&P 500 ETF')
  expect(nameOf.get('AGG')).toBe('iShares Core U.S. Aggregate Bond ETF')
  expect(nameOf.has('IBM')).toBe(false)
  expect(nameOf.size).toBeGreaterThan(2_500)
})

import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '../../upstreams/csv.ts'
import type { Mode } from '../../upstreams/transport.ts'
import { openConnectorContext } from '../context.ts'
import { emptyFiles } from '../describe-connector.ts'
import { citedFor, nasdaqTrader, readListedFunds } from './listed-funds.ts'
import { loadDirectory, secTickers } from './sec-tickers.ts'

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

test('default: funds with their names, and the day the directory was made', () => {
  expect(readListedFunds(answer(directory), url)).toEqual({
    funds: [
      { ticker: 'BND', name: 'Vanguard Total Bond Market ETF' },
      { ticker: 'VOO', name: 'Vanguard S&P 500 ETF' },
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

test('behavior: any text is funds or UPSTREAM_CHANGED, never another error', () => {
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

const tickers = JSON.stringify({
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [[884394, 'State Street SPDR S&P 500 ETF Trust', 'SPY', 'NYSE']],
})
const contextOf = (funds: () => string, now: () => Date) => {
  const asked: string[] = []
  const fetch = async ({ url }: { url: URL }) => {
    asked.push(url.host)
    return answer(url.host === 'www.sec.gov' ? tickers : funds())
  }
  const ports = { files: emptyFiles, now, allowed: new Set<string>() }
  return { asked, ...openConnectorContext({ ...ports, upstreams: { mode: 'recorded', fetch } }) }
}

test('behavior: a fund is an entity without a filer; one that files with the SEC is that filer', async () => {
  const context = contextOf(
    () =>
      directory.replace('|A|Agilent Technologies, Inc. Common Stock|N| |N|', '|SPY|SPDR|P| |Y|'),
    () => new Date('2026-11-20'),
  )
  const { value, provenance } = await loadDirectory(context)
  expect(value.findTicker('bnd')).toEqual({
    id: 'fund:BND',
    name: 'Vanguard Total Bond Market ETF',
    type: 'EQUITY',
    ticker: 'BND',
    tickers: ['BND'],
    source: 'nasdaq-trader',
    otherNames: [],
  })
  expect(value.findTicker('SPY')?.id).toBe('cik:0000884394')
  const cited = (...asked: string[]) =>
    citedFor(
      asked.map((ticker) => value.findTicker(ticker)!),
      provenance,
    ).map(({ source, asOf }) => [source, asOf])
  expect(cited('BND')).toEqual([[nasdaqTrader.name, '2026-08-22']])
  expect(cited('SPY')).toEqual([[secTickers.name, null]])
  expect(cited()).toEqual([[secTickers.name, null]])
  expect(cited('SPY', 'BND')).toHaveLength(2)
})

test('error: while the funds cannot be had the companies are known; asked again after a quarter of an hour', async () => {
  let clock = Date.parse('2026-11-20T12:00:00Z')
  let isDown = true
  const context = contextOf(
    () => {
      if (isDown) throw new FiqError('UPSTREAM_UNAVAILABLE', 'Down.')
      return directory
    },
    () => new Date(clock),
  )
  const known = async (ticker: string) => (await loadDirectory(context)).value.findTicker(ticker)
  expect(await known('SPY')).toBeDefined()
  expect(await known('VOO')).toBeUndefined()
  isDown = false
  expect(await known('VOO')).toBeUndefined()
  expect(context.asked).toEqual(['www.sec.gov', 'www.nasdaqtrader.com'])
  clock += 15 * 60_000
  expect(await known('VOO')).toMatchObject({ id: 'fund:VOO' })
  expect((await loadDirectory(context)).value.hasFunds).toBe(true)
  expect(context.asked).toEqual(['www.sec.gov', 'www.nasdaqtrader.com', 'www.nasdaqtrader.com'])
})

test('behavior: live, the list is asked for where the operator turned it on; a mirror has it', async () => {
  const asked: string[] = []
  const known = async (mode: 'live' | 'mirror', allowed: string[]) => {
    asked.length = 0
    const fetch = async ({ url }: { url: URL }) => {
      asked.push(url.host)
      return answer(url.host === 'www.sec.gov' ? tickers : directory)
    }
    const ports = { files: emptyFiles, now: () => new Date('2026-11-20') }
    const context = openConnectorContext({
      ...ports,
      allowed: new Set(allowed),
      upstreams: { mode, fetch },
    })
    return (await loadDirectory(context)).value.findTicker('VOO')?.id
  }
  expect(await known('live', [])).toBeUndefined()
  expect(asked).toEqual(['www.sec.gov'])
  expect(await known('live', ['nasdaq-trader'])).toBe('fund:VOO')
  expect(await known('mirror', [])).toBe('fund:VOO')
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

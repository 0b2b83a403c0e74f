import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Mode } from '../../upstreams/transport.ts'
import { createConnectorContext } from '../context.ts'
import { emptyFiles } from '../testing/describe-connector.ts'
import { citedFor } from './listed-funds.ts'
import { nasdaqTrader } from './nasdaq-funds.ts'
import { secFundNames, secFundTickers } from './sec-funds.ts'
import { loadDirectory, loadEntitySearch, secTickers } from './sec-tickers.ts'

const filers = JSON.stringify({
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [[884394, 'State Street SPDR S&P 500 ETF Trust', 'SPY', 'NYSE']],
})
const classes = JSON.stringify({
  fields: ['cik', 'seriesId', 'classId', 'symbol'],
  data: [
    [36405, 'S000002839', 'C000092055', 'VOO'],
    [36405, 'S000002839', 'C000007774', 'VFIAX'],
    [884394, 'S000000001', 'C000000001', 'SPY'],
  ],
})
const names = [
  'CIK Number,Entity Name,Series ID,Series Name,Class ID,Class Name',
  '0000036405,VANGUARD INDEX FUNDS,S000002839,Vanguard 500 Index Fund,C000092055,ETF Shares',
  '0000036405,VANGUARD INDEX FUNDS,S000002839,Vanguard 500 Index Fund,C000007774,Admiral Shares',
].join('\n')
const exchanges = [
  'Nasdaq Traded|Symbol|Security Name|ETF|Test Issue',
  'Y|VOO|Vanguard S&P 500 ETF|Y|N',
  'Y|BND|Vanguard Total Bond Market ETF|Y|N',
  'File Creation Time: 0822202620:02',
].join('\r\n')

const published: Readonly<Record<string, string>> = {
  'company_tickers_exchange.json': filers,
  'company_tickers_mf.json': classes,
  'investment-company-series-class-2026.csv': names,
  'nasdaqtraded.txt': exchanges,
}

/** A directory of funds. Records addresses in `asked`; those in `down` do not respond. */
function directoryOf({
  down = new Set<string>(),
  mode = 'recorded' as Mode,
  allowed = new Set<string>(),
  now = () => new Date('2026-11-20T12:00:00Z'),
} = {}) {
  const requests: string[] = []
  const fetch = async ({ url }: { url: URL }) => {
    const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
    requests.push(name)
    if (down.has(name)) throw new FiqError('UPSTREAM_UNAVAILABLE', 'Down.')
    if (!published[name]) throw new FiqError('NOT_FOUND', 'None.')
    const body = new TextEncoder().encode(published[name])
    return { body, mode: 'recorded' as const, asOf: null, retrievedAt: '2026-08-23T00:00:00Z' }
  }
  const ports = { files: emptyFiles, now, allowed, upstreams: { mode, fetch } }
  return { requests, down, ...createConnectorContext(ports) }
}

test('default: a fund class is an entity without a filer; one that files itself is that filer', async () => {
  const { value, provenance } = await loadDirectory(directoryOf())
  expect(value.findTicker('voo')).toEqual({
    id: 'fund:VOO',
    name: 'Vanguard 500 Index Fund ETF Shares',
    type: 'EQUITY',
    ticker: 'VOO',
    tickers: ['VOO'],
    source: 'sec-fund-tickers',
    otherNames: [],
  })
  expect(value.findTicker('BND')).toMatchObject({ id: 'fund:BND', source: 'nasdaq-trader' })
  expect(value.findTicker('SPY')?.id).toBe('cik:0000884394')
  const cited = (...requests: string[]) =>
    citedFor(
      requests.map((ticker) => value.findTicker(ticker)!),
      provenance,
    ).map(({ source }) => source)
  expect(cited('VOO')).toEqual([secFundTickers.name, secFundNames.name])
  expect(cited('BND')).toEqual([nasdaqTrader.name])
  expect(cited('SPY')).toEqual([secTickers.name])
  expect(cited('^GSPC')).toEqual([secTickers.name])
  expect(cited()).toEqual([secTickers.name])
  expect(cited('SPY', 'BND', 'VOO')).toHaveLength(4)
})

test.each([
  ['vanguard 500 index admiral', 'VFIAX'],
  ['Vanguard 500 Index Fund Admiral Shares', 'VFIAX'],
  ['vangard 500 etf', 'VOO'],
])('default: %j finds %s', async (query, ticker) => {
  const { value } = await loadEntitySearch(directoryOf())
  expect(value.search(query, { limit: 5 })[0]?.entity.tickers).toEqual([ticker])
})

test.each([
  'company_tickers_mf.json',
  'investment-company-series-class-2026.csv',
  'nasdaqtraded.txt',
])(
  'error: while %s is unavailable the rest is known; retries after a quarter of an hour',
  async (file) => {
    let clock = Date.parse('2026-11-20T12:00:00Z')
    const context = directoryOf({ down: new Set([file]), now: () => new Date(clock) })
    const ticker = file === 'nasdaqtraded.txt' ? 'BND' : 'VFIAX'
    const known = async (ticker: string) => (await loadDirectory(context)).value.findTicker(ticker)
    expect(await known('SPY')).toBeDefined()
    expect(await known(ticker)).toBeUndefined()
    expect((await loadDirectory(context)).value.hasFunds).toBe(file === 'nasdaqtraded.txt')
    const once = context.requests.length
    context.down.clear()
    expect(await known(ticker)).toBeUndefined()
    expect(context.requests).toHaveLength(once)
    clock += 15 * 60_000
    expect(await known(ticker)).toBeDefined()
    expect((await loadDirectory(context)).value.hasFunds).toBe(true)
  },
)

test('behavior: live, uses the exchanges if the operator enabled them; a mirror has them', async () => {
  const known = async (mode: Mode, allowed: string[] = []) => {
    const context = directoryOf({ mode, allowed: new Set(allowed) })
    const { findTicker } = (await loadDirectory(context)).value
    return [findTicker('VOO')?.id, findTicker('BND')?.id, context.requests.length]
  }
  expect(await known('live')).toEqual(['fund:VOO', undefined, 3])
  expect(await known('live', ['nasdaq-trader'])).toEqual(['fund:VOO', 'fund:BND', 4])
  expect(await known('mirror')).toEqual(['fund:VOO', 'fund:BND', 4])
})

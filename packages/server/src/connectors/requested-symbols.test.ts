import { FiqError } from '@fiq/shared/errors'
import { cryptoAssets } from '@fiq/shared/spelling/crypto-assets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorContext } from '../sources/connector.ts'
import { loadBars } from '../sources/prices/load-bars.ts'
import { marketSymbol } from '../sources/symbols/market-symbol.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import type { UpstreamRequest } from '../upstreams/transport.ts'
import { connectors } from './connectors.ts'
import { loadQuotes } from './quotes/load-quotes.ts'

type Class = 'share' | 'index' | 'coin' | 'pair' | 'future' | 'abroad'

/** The class that a source understands from the sent symbol, by host. */
type Meant = (request: UpstreamRequest) => readonly (readonly [text: string, meant: Class])[]

const param = (name: string, meantBy: (text: string) => Class): Meant => {
  return ({ url }) =>
    (url.searchParams.get(name)?.split(',') ?? []).map((text) => [text, meantBy(text)])
}
const lastPart = (meantBy: (text: string) => Class): Meant => {
  return ({ url }) => {
    const text = decodeURIComponent(url.pathname.replace(/\/(?:prices|ticker|stats)$/, ''))
      .split('/')
      .at(-1)!
      .replace(/\.json$/, '')
    return [[text, meantBy(text)]]
  }
}
const always = (meant: Class) => () => meant
const both =
  (...readers: readonly Meant[]): Meant =>
  (request) =>
    readers.flatMap((read) => read(request))

/** Reads Yahoo's notation. */
const yahooClass = (text: string): Class => {
  if (text.startsWith('^')) return 'index'
  if (text.endsWith('=F')) return 'future'
  if (text.endsWith('=X')) return 'pair'
  if (/-(?:USD|EUR)$/.test(text)) return 'coin'
  return marketSymbol(text) === undefined ? 'share' : 'abroad'
}
const cboeClass = (text: string): Class => (text.startsWith('_') ? 'index' : 'share')
const usOrAbroad = (text: string): Class => (marketSymbol(text) === undefined ? 'share' : 'abroad')
const yahoo: Meant = (request) => {
  if (request.url.searchParams.has('symbols')) return param('symbols', yahooClass)(request)
  if (request.method === 'POST') {
    const { serviceConfig } = JSON.parse(request.body!) as { serviceConfig: { s: string[] } }
    return serviceConfig.s.map((text) => [text, yahooClass(text)])
  }
  return lastPart(yahooClass)(request)
}

const meantBy: Readonly<Record<string, Meant>> = {
  'data.alpaca.markets': (request) =>
    request.url.pathname.includes('/options/')
      ? lastPart(usOrAbroad)(request)
      : param('symbols', usOrAbroad)(request),
  'paper-api.alpaca.markets': param('underlying_symbols', usOrAbroad),
  'finnhub.io': param('symbol', usOrAbroad),
  'api.twelvedata.com': param('symbol', usOrAbroad),
  'api.tiingo.com': lastPart(always('share')),
  'www.alphavantage.co': both(param('symbol', usOrAbroad), param('tickers', usOrAbroad)),
  'demo.dxfeed.com': param('symbols', (text) => usOrAbroad(text.replace(/\{=.*/, ''))),
  'cdn-api.cboe.com': lastPart(cboeClass),
  'api.finra.org': ({ body }) => {
    const { domainFilters } = JSON.parse(body!) as { domainFilters: [{ values: string[] }] }
    return domainFilters[0].values.map((text) => [text, 'share'])
  },
  'query1.finance.yahoo.com': yahoo,
  'query2.finance.yahoo.com': yahoo,
  'finance.yahoo.com': yahoo,
  'api.exchange.coinbase.com': ({ url }) => [[url.pathname, 'coin']],
  'api.coingecko.com': param('ids', always('coin')),
  'data-api.binance.vision': ({ url }) => [[url.search, 'coin']],
  'api.kraken.com': param('pair', always('coin')),
  'data-api.ecb.europa.eu': ({ url }) => [[url.pathname, 'pair']],
  'api.frankfurter.dev': param('symbols', always('pair')),
  'fred.stlouisfed.org': param('id', always('index')),
}

/** Areas queried by name, day or file, not by symbol. */
const withoutSymbols =
  /^(?:www\.sec\.gov|api\.gdeltproject\.org|cdn\.finra\.org|news\.google\.com|publicreporting\.cftc\.gov|www\.nasdaqtrader\.com|feeds?\..*|.*(?:prnewswire|globenewswire|federalreserve).*)$/

const field = (coordinate: string) =>
  connectors.flatMap(({ fields }) => fields[coordinate] ?? [])[0]!

/** Every request about a symbol, with all sources enabled and no list of companies. */
async function requestsAbout(symbol: string, classOf: Class): Promise<UpstreamRequest[]> {
  const requests: UpstreamRequest[] = []
  const context: ConnectorContext = testContext({
    mode: 'live',
    async fetch(request) {
      requests.push(request)
      throw new FiqError('NOT_FOUND', 'absent')
    },
  })
  const type = { index: 'INDEX', coin: 'CRYPTO' }[classOf as string] ?? 'EQUITY'
  const parent = { id: 'x', name: 'Some Company', ticker: symbol, type }
  await Promise.allSettled([
    loadQuotes([symbol], context),
    loadBars(symbol, '1mo', '1d', context),
    loadBars(symbol, 'max', '1d', context),
    ...['Derivatives.options', 'Entity.shortInterest', 'Entity.analyst', 'Entity.news'].map(
      async (coordinate) => field(coordinate).resolve(parent, {}, context),
    ),
    field('Query.shortInterest').resolve({}, { ticker: symbol }, context),
  ])
  return requests
}

const letters = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^[A-Z]{${minLength},${maxLength}}$`))
const anySymbol: fc.Arbitrary<readonly [string, Class]> = fc.oneof(
  fc
    .tuple(letters(1, 5), fc.constantFrom('', '-A', '-B', '-V', '-L', '-PA', '-PR', '-PL', '-WT'))
    .map(([name, end]) => [`${name}${end}`, 'share'] as const),
  fc
    .constantFrom('^GSPC', '^DJI', '^VIX', '^IXIC', '^FTSE')
    .map((each) => [each, 'index'] as const),
  fc.constantFrom('BTC-USD', 'ETH-USD', 'ETH-EUR').map((each) => [each, 'coin'] as const),
  letters(6, 6).map((pair) => [`${pair}=X`, 'pair'] as const),
  letters(1, 4).map((root) => [`${root}=F`, 'future'] as const),
  fc
    .tuple(letters(1, 5), fc.constantFrom('L', 'PA', 'DE', 'TO', 'V'))
    .map(([name, exchange]) => [`${name}.${exchange}`, 'abroad'] as const),
)
// A coin's bare symbol means the coin unless a list has another meaning.
const coins = new Set(cryptoAssets.map(([symbol]) => symbol))

test('property: a symbol of one class never reaches a source as a symbol of another', async () => {
  const hosts = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anySymbol, async ([symbol, classOf]) => {
      fc.pre(!coins.has(symbol))
      for (const request of await requestsAbout(symbol, classOf)) {
        const { host } = request.url
        if (withoutSymbols.test(host)) continue
        hosts.add(host)
        for (const [text, meant] of meantBy[host]!(request)) {
          expect([symbol, host, text, meant]).toEqual([symbol, host, text, classOf])
          if (classOf === 'share')
            expect([host, text.replace(/{.*|\W/g, '')]).toEqual([host, symbol.replace('-', '')])
        }
      }
    }),
    {
      numRuns: 150,
      examples: [
        [['CL=F', 'future']],
        [['VOD.L', 'abroad']],
        [['T-PC', 'share']],
        [['^DJI', 'index']],
        [['BRK-B', 'share']],
        [['BTC-USD', 'coin']],
        [['EURUSD=X', 'pair']],
      ],
    },
  )
  expect([...hosts].sort()).toEqual(Object.keys(meantBy).sort())
})

test.each(['BC-PC', 'T-PC', 'INN-PF', 'NE-WT'])(
  'behavior: %s is not requested as the share with the same spelling without a mark',
  async (symbol) => {
    for (const request of await requestsAbout(symbol, 'share'))
      expect(request.url.href + (request.body ?? '')).not.toContain(symbol.replace('-', ''))
  },
)

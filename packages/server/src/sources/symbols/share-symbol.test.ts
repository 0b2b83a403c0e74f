import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { marketSymbol } from './market-symbol.ts'
import { hasPlainSpelling, isCoin, isIndex, isShare, shareSymbol } from './share-symbol.ts'

test.each([
  ['AAPL', 'AAPL', 'AAPL'],
  ['BRK-B', 'BRK.B', 'BRKB'],
  // A class whose letter after a point would mean a foreign exchange.
  ['CIG-V', undefined, 'CIGV'],
  ['MET-PA', undefined, undefined],
  ['NE-WT', undefined, undefined],
  ['CL=F', undefined, undefined],
  ['VOD.L', undefined, undefined],
  ['EURUSD=X', undefined, undefined],
  ['BTC-USD', undefined, undefined],
  ['^GSPC', undefined, undefined],
  ['', undefined, undefined],
] as const)('default: %s is %s with a point and %s without a mark', (symbol, point, plain) => {
  expect([shareSymbol(symbol, '.'), shareSymbol(symbol, '')]).toEqual([point, plain])
  expect(hasPlainSpelling(symbol)).toBe(point !== undefined)
})

test.each(['AAPL', 'BRK-B', 'BAC-PL', 'NE-WT', 'BTC-USD', '^GSPC', 'CL=F', 'VOD.L', 'ETH-EUR'])(
  'behavior: %s is of at most one class',
  (symbol) => {
    const classes = [isShare, isCoin, isIndex, (text: string) => marketSymbol(text) !== undefined]
    const found = classes.flatMap((is, at) => (is(symbol) ? [at] : []))
    const place = { 'BTC-USD': 1, '^GSPC': 2, 'CL=F': 3, 'VOD.L': 3 }[symbol] ?? 0
    expect(found).toEqual(symbol === 'ETH-EUR' ? [] : [place])
  },
)

const file = new URL(
  '../../../../../../shared/data/edgar/company_tickers_exchange.json.gz',
  import.meta.url,
)
const absent = existsSync(file) ? '' : ' (skipped: ../shared/data/edgar is absent)'

test.skipIf(absent !== '')(`property: no two listed shares have the same spelling${absent}`, () => {
  const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    data: [number, string, string][]
  }
  const tickers = data.map(([, , ticker]) => ticker)
  // `NONE.` is a row without a ticker.
  expect(tickers.filter((ticker) => !isShare(ticker))).toEqual(['NONE.'])
  for (const mark of ['.', '/', ''] as const) {
    const spelt = tickers.flatMap((ticker) => shareSymbol(ticker, mark) ?? [])
    expect(spelt.length).toBeGreaterThan(9_800)
    expect(spelt.length).toBe(new Set(spelt).size)
    expect(spelt.filter((symbol) => marketSymbol(symbol) !== undefined)).toEqual([])
  }
})

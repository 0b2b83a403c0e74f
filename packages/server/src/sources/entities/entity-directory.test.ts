import { slipsBetween } from '@fiq/shared/spelling/did-you-mean'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEntityDirectory } from './entity-directory.ts'

const directory = buildEntityDirectory([
  { cik: '0000320193', name: 'Apple Inc.', ticker: 'AAPL' },
  { cik: '0000789019', name: 'MICROSOFT CORP', ticker: 'MSFT' },
  { cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC', ticker: 'BRK-B' },
  { cik: '0000037996', name: 'FORD MOTOR CO', ticker: 'F' },
  { cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC', ticker: 'BRK-A' },
  { cik: '0002015034', name: 'Grayscale Bitcoin Mini Trust ETF', ticker: 'BTC' },
])

test('default: returns a company with its identifier and all its tickers, the largest first', () => {
  expect(directory.findTicker('brk-a')).toEqual({
    id: 'cik:0001067983',
    name: 'BERKSHIRE HATHAWAY INC',
    type: 'EQUITY',
    tickers: ['BRK-B', 'BRK-A'],
    cik: '0001067983',
    source: 'sec',
    otherNames: [],
    ticker: 'BRK-A',
  })
})

test.each(['BRK.B', 'BRK-B', 'brk/b', 'brk b', 'BRKB'])('behavior: %s means BRK-B', (ticker) => {
  expect(directory.findTicker(ticker)?.ticker).toBe('BRK-B')
})

test('behavior: finds a filer by its identifier; a bare number may be a ticker and does not count', () => {
  for (const cik of ['CIK0001067983', 'cik:1067983', 'cik 1067983'])
    for (const found of [directory.findTicker(cik), directory.findFiler(cik)])
      expect(found).toMatchObject({ id: 'cik:0001067983', ticker: 'BRK-B' })
  expect(directory.findFiler('1067983')).toMatchObject({ ticker: 'BRK-B' })
  expect(directory.findTicker('1067983')).toBeUndefined()
  expect(directory.findFiler('cik:1')).toBeUndefined()
  expect(directory.findFiler('AAPL')).toBeUndefined()
})

test('behavior: finds indices and crypto assets by full and by bare symbol', () => {
  expect(directory.findTicker('^gspc')).toMatchObject({ id: 'index:GSPC', type: 'INDEX' })
  expect(directory.findTicker('GSPC')).toMatchObject({ id: 'index:GSPC', ticker: '^GSPC' })
  expect(directory.findTicker('eth')).toMatchObject({ id: 'crypto:ETH', ticker: 'ETH-USD' })
})

test('behavior: a bare symbol of a company means the company', () => {
  expect(directory.findTicker('BTC')?.id).toBe('cik:0002015034')
  expect(directory.findTicker('BTC-USD')?.id).toBe('crypto:BTC')
})

test('behavior: suggests at most three similar tickers, the nearest first', () => {
  expect(directory.suggest('APPL')[0]).toBe('AAPL')
  expect(directory.suggest('MSTF')[0]).toBe('MSFT')
  expect(directory.suggest('^GSPX')[0]).toBe('^GSPC')
  expect(directory.suggest('ZZZZZZZZ')).toEqual([])
  expect(directory.suggest('')).toEqual([])
})

test('property: misses no ticker with at most two typos', () => {
  // Unlike any index or crypto asset.
  const word = fc.string({ unit: fc.constantFrom(...'JQXZ'), minLength: 5, maxLength: 8 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 40 }), word, (tickers, typed) => {
      const cik = (at: number) => String(at).padStart(10, '0')
      const rows = tickers.map((ticker, at) => ({ cik: cik(at), name: ticker, ticker }))
      const built = buildEntityDirectory(rows)
      const near = built.entities
        .flatMap((entity) => entity.tickers)
        .map((ticker) => ({ ticker, slips: slipsBetween(typed, ticker) }))
        .filter(({ slips }) => slips <= 2)
        .sort((one, other) => one.slips - other.slips)
      expect(built.suggest(typed)).toEqual(near.slice(0, 3).map(({ ticker }) => ticker))
    }),
  )
})

test('error: unknown tickers, and any text, give undefined without an error', () => {
  expect(directory.findTicker('NOPE')).toBeUndefined()
  expect(directory.findTicker('')).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      directory.findTicker(text)
      const suggestions = directory.suggest(text)
      expect(suggestions.length).toBeLessThanOrEqual(3)
      for (const ticker of suggestions) expect(directory.findTicker(ticker)).toBeDefined()
    }),
  )
})

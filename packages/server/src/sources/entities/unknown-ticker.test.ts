import { expect, test } from 'vitest'
import { buildEntityDirectory } from './entity-directory.ts'
import { describeUnknown } from './unknown-ticker.ts'

const directory = buildEntityDirectory([
  { cik: '0000320193', name: 'Apple Inc.', ticker: 'AAPL' },
  { cik: '0001067983', name: 'BERKSHIRE HATHAWAY INC', ticker: 'BRK-B' },
  { cik: '0001120193', name: 'NASDAQ, INC.', ticker: 'NDAQ' },
])

test.each([
  ['EUR/USD', 'did you mean EURUSD=X?'],
  ['eurusd', 'did you mean EURUSD=X?'],
  ['gold', 'did you mean GC=F?'],
  ['SPX', 'did you mean ^GSPC, ^SOX?'],
  ['Bitcoin', 'did you mean BTC-USD?'],
  ['NASDAQ', 'did you mean NDAQ, ^IXIC?'],
  ['apple', 'did you mean AAPL?'],
  ['Apple Inc.', 'did you mean AAPL?'],
  ['Berkshire', 'did you mean BRK-B?'],
  ['NASDAQ:AAPL', 'did you mean AAPL?'],
  ['AAPL.US', 'did you mean AAPL?'],
  ['brk/b:us', 'did you mean BRK-B?'],
  ['#AAPL', 'did you mean AAPL?'],
  ['AAPL:US', 'did you mean AAPL?'],
  ['.SPX', 'did you mean ^GSPC, ^SOX?'],
  ['X:BTCUSD', 'did you mean BTC-USD?'],
  ['BTC-EUR', 'did you mean BTC-USD?'],
  ['ETH/BTC', 'did you mean ETH-USD?'],
  ['C:EURUSD', 'did you mean EURUSD=X?'],
  ['LON:VOD', 'did you mean VOD.L?'],
  ['VOD:LON', 'did you mean VOD.L?'],
  ['HKG:700', 'did you mean 0700.HK?'],
  ['O:AAPL240119C00190000', 'an option of AAPL, not a ticker'],
  ['0', 'unknown'],
  ['*', 'unknown'],
  ['ＡＡＰL', 'did you mean AAPL?'],
  ['0000320193', 'did you mean AAPL?'],
  ['US0378331005', 'an ISIN, not a ticker'],
  ['037833100', 'a CUSIP, not a ticker'],
  ['😀', 'unknown'],
  ['NASDAQ:', 'unknown'],
])('default: %s: %s', (ticker, fact) => {
  expect(describeUnknown(ticker, directory, true)).toBe(`${ticker}: ${fact}`)
})

test('behavior: suggests no currency and no future where only entities are asked for', () => {
  expect(describeUnknown('EURUSD', directory, false)).not.toContain('=X')
  expect(describeUnknown('gold', directory, false)).not.toContain('=F')
  expect(describeUnknown('EURUSD=X', directory, false)).toBe(
    'EURUSD=X: has prices only: quotes, history and technical indicators',
  )
})

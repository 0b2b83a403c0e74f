import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOpening, tradedMs } from './opening-hours.ts'

const opening = (ticker: string, at: string) => {
  const next = nextOpening(ticker, Date.parse(at))
  return next === undefined ? undefined : new Date(next).toISOString()
}

test.each([
  // Friday after the close, and the night before a session.
  ['VOD.L', '2026-11-20T20:46:00Z', '2026-11-23T08:00:00.000Z'],
  ['7203.T', '2026-11-19T16:00:00Z', '2026-11-20T00:00:00.000Z'],
  ['^FTSE', '2026-11-20T07:59:00Z', '2026-11-20T08:00:00.000Z'],
  // The clocks of New York change on 1 November.
  ['EURUSD=X', '2026-10-30T22:00:00Z', '2026-11-01T22:00:00.000Z'],
  ['GC=F', '2026-11-20T23:00:00Z', '2026-11-22T23:00:00.000Z'],
  ['GC=F', '2026-11-18T22:30:00Z', '2026-11-18T23:00:00.000Z'],
  // Closed within its hours: the lunch of Hong Kong.
  ['0700.HK', '2026-11-20T04:10:00Z', '2026-11-20T04:40:00.000Z'],
])('default: %s, closed at %s, can trade at %s', (ticker, at, next) => {
  expect(opening(ticker, at)).toBe(next)
})

test('behavior: crypto assets never close, and the weekend of Riyadh is unknown', () => {
  expect(opening('BTC-USD', '2026-11-20T20:46:00Z')).toBeUndefined()
  expect(opening('2222.SR', '2026-11-20T20:46:00Z')).toBeUndefined()
})

test('property: it is later than now, by at most four days', () => {
  const ticker = fc.constantFrom('AAPL', 'VOD.L', '7203.T', 'EURUSD=X', 'CL=F', '^AXJO', 'PETR4.SA')
  const now = fc.integer({ min: 1_700_000_000_000, max: 2_500_000_000_000 })
  fc.assert(
    fc.property(ticker, now, (ticker, now) => {
      const wait = nextOpening(ticker, now)! - now
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(4 * 86_400_000)
    }),
  )
})

test('default: the hours of one exchange count once, and a day has 24', () => {
  const hours = (...tickers: string[]) => tradedMs(tickers) / 3_600_000
  expect(hours('AAPL', 'MSFT', '^GSPC')).toBe(6.5)
  expect(hours('AAPL', 'VOD.L')).toBe(15)
  expect(hours('AAPL', 'EURUSD=X')).toBe(24)
  expect(hours('AAPL', 'BTC-USD')).toBe(24)
})

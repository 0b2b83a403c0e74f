import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketClock } from './market-clock.ts'

test('default: a Friday afternoon', () => {
  expect(marketClock(new Date('2026-11-20T15:00:00-05:00'))).toEqual({
    isOpen: true,
    session: 'REGULAR',
    marketState: 'REGULAR',
    nextOpen: '2026-11-23T09:30:00-05:00',
    nextClose: '2026-11-20T16:00:00-05:00',
    timezone: 'America/New_York',
  })
})

test.each([
  ['2026-11-19T00:00:00-05:00', 'CLOSED', 'PREPRE'],
  ['2026-11-19T03:59:59-05:00', 'CLOSED', 'PREPRE'],
  ['2026-11-19T04:00:00-05:00', 'PRE', 'PRE'],
  ['2026-11-19T09:29:59-05:00', 'PRE', 'PRE'],
  ['2026-11-19T09:30:00-05:00', 'REGULAR', 'REGULAR'],
  ['2026-11-19T15:59:59-05:00', 'REGULAR', 'REGULAR'],
  ['2026-11-19T16:00:00-05:00', 'POST', 'POST'],
  ['2026-11-19T19:59:59-05:00', 'POST', 'POST'],
  ['2026-11-19T20:00:00-05:00', 'CLOSED', 'POSTPOST'],
  ['2026-11-21T12:00:00-05:00', 'CLOSED', 'CLOSED'],
  ['2026-11-26T12:00:00-05:00', 'CLOSED', 'CLOSED'],
  // The day after Thanksgiving closes at 13:00, the late session at 17:00.
  ['2026-11-27T12:59:59-05:00', 'REGULAR', 'REGULAR'],
  ['2026-11-27T13:00:00-05:00', 'POST', 'POST'],
  ['2026-11-27T17:00:00-05:00', 'CLOSED', 'POSTPOST'],
])('behavior: at %s the session is %s, the state %s', (now, session, marketState) => {
  const clock = marketClock(new Date(now))
  expect(clock).toMatchObject({ session, marketState, isOpen: session === 'REGULAR' })
})

test.each([
  // Before the open, at it, at the close, over a weekend, over a clock change and holidays.
  ['2026-11-20T09:29:59-05:00', '2026-11-20T09:30:00-05:00', '2026-11-20T16:00:00-05:00'],
  ['2026-11-20T09:30:00-05:00', '2026-11-23T09:30:00-05:00', '2026-11-20T16:00:00-05:00'],
  ['2026-11-20T16:00:00-05:00', '2026-11-23T09:30:00-05:00', '2026-11-23T16:00:00-05:00'],
  ['2026-03-06T18:00:00-05:00', '2026-03-09T09:30:00-04:00', '2026-03-09T16:00:00-04:00'],
  ['2026-10-30T18:00:00-04:00', '2026-11-02T09:30:00-05:00', '2026-11-02T16:00:00-05:00'],
  ['2026-11-25T21:00:00-05:00', '2026-11-27T09:30:00-05:00', '2026-11-27T13:00:00-05:00'],
  ['2026-12-24T15:00:00-05:00', '2026-12-28T09:30:00-05:00', '2026-12-28T16:00:00-05:00'],
  ['2026-12-31T17:00:00-05:00', '2027-01-04T09:30:00-05:00', '2027-01-04T16:00:00-05:00'],
  ['2001-09-11T12:00:00-04:00', '2001-09-17T09:30:00-04:00', '2001-09-17T16:00:00-04:00'],
])('behavior: after %s it opens %s and closes %s', (now, nextOpen, nextClose) => {
  expect(marketClock(new Date(now))).toMatchObject({ nextOpen, nextClose })
})

test('behavior: at any time the next events are in the future, and during a session the close is first', () => {
  const instant = fc.date({
    min: new Date('2013-01-01'),
    max: new Date('2060-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, (now) => {
      const { isOpen, nextOpen, nextClose } = marketClock(now)
      const [open, close] = [Date.parse(nextOpen), Date.parse(nextClose)]
      expect(open).toBeGreaterThan(now.getTime())
      expect(close).toBeGreaterThan(now.getTime())
      expect(open - now.getTime()).toBeLessThanOrEqual(5 * 86_400_000)
      expect(isOpen).toBe(close < open)
      expect(marketClock(new Date(nextOpen)).isOpen).toBe(true)
      expect(marketClock(new Date(open - 1)).isOpen).toBe(false)
      expect(marketClock(new Date(nextClose)).isOpen).toBe(false)
      expect(marketClock(new Date(close - 1)).isOpen).toBe(true)
    }),
  )
})

test('error: refuses an invalid time', () => {
  expect(() => marketClock(new Date(Number.NaN))).toThrow(RangeError)
})

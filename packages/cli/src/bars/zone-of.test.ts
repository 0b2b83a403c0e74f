import { expect, test } from 'vitest'
import { isAroundTheClock, zoneOf } from './zone-of.ts'

test.each([
  ['AAPL', 'America/New_York'],
  ['^GSPC', 'America/New_York'],
  ['^FTSE', 'Europe/London'],
  ['^N225', 'Asia/Tokyo'],
  ['BRK.B', 'America/New_York'],
  ['VOD.L', 'Europe/London'],
  ['7203.T', 'Asia/Tokyo'],
  ['BTC-USD', 'UTC'],
  ['EURUSD=X', 'UTC'],
])('default: the times of %s are in %s', (ticker, zone) => {
  expect(zoneOf(ticker)).toBe(zone)
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
})

test('default: crypto assets and currencies trade at all hours', () => {
  expect(['BTC-USD', 'EURUSD=X', 'AAPL', 'GC=F'].map(isAroundTheClock)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

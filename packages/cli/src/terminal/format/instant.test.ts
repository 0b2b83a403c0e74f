import { describe, expect, test } from 'vitest'
import { instantText, zoneName, zoneOfTicker } from './instant.ts'

const now = new Date('2026-11-20T20:46:00Z')

describe('instantText', () => {
  test.each([
    ['AAPL', '2026-11-20T20:46:00Z', '15:46 EST'],
    ['AAPL', '2026-07-20T19:46:00Z', '2026-07-20'],
    ['AAPL', '2026-11-16T21:00:00Z', 'Mon 16:00 EST'],
    ['AAPL', '2026-11-13T21:00:00Z', '2026-11-13'],
    ['VOD.L', '2026-11-20T16:35:00Z', '16:35 GMT'],
    ['SAP.DE', '2026-11-20T16:35:00Z', '17:35 CET'],
    ['7203.T', '2026-11-20T06:00:00Z', 'Fri 15:00 JST'],
    ['BTC-USD', '2026-11-20T20:46:00Z', '20:46 UTC'],
    ['EURUSD=X', '2026-11-20T20:46:00Z', '20:46 UTC'],
    ['AAPL', '2026-11-20', '2026-11-20'],
    ['AAPL', '2026-11-21T20:46:00Z', '2026-11-21'],
    ['AAPL', 'soon', 'soon'],
    ['AAPL', null, '–'],
  ])('default: formats %s of %s as %s', (ticker, iso, text) => {
    expect(instantText(iso, zoneOfTicker(ticker), { now })).toBe(text)
  })

  test('behavior: uses UTC on request', () => {
    const clock = { now, isUtc: true }
    expect(instantText('2026-11-20T20:46:00Z', zoneOfTicker('AAPL'), clock)).toBe('20:46 UTC')
  })
})

test.each([
  ['Asia/Tokyo', 'JST'],
  ['Asia/Hong_Kong', 'HKT'],
  ['America/New_York', 'EST'],
  ['Europe/Berlin', 'CET'],
])('behavior: the axis of a chart names %s as the times of quotes do: %s', (zone, name) => {
  expect(zoneName('2026-11-20T06:30:00Z', zone)).toBe(name)
})

import { expect, test } from 'vitest'
import { exchangeCalendar, exchangeHours } from './exchange-hours.ts'

const calendarOf = (suffix: string) => exchangeCalendar(exchangeHours[suffix]!)

test.each([
  ['L', '2026-11-27', '2026-11-27T08:00Z', '2026-11-27T16:30Z'],
  ['L', '2026-07-01', '2026-07-01T07:00Z', '2026-07-01T15:30Z'],
  ['T', '2026-11-27', '2026-11-27T00:00Z', '2026-11-27T06:30Z'],
  ['AX', '2026-11-27', '2026-11-26T23:00Z', '2026-11-27T05:00Z'],
  ['NS', '2026-11-27', '2026-11-27T03:45Z', '2026-11-27T10:00Z'],
])('default: %s trades on %s in the hours of its zone', (suffix, day, open, close) => {
  expect(calendarOf(suffix).session(day)).toEqual({
    open: Date.parse(open),
    close: Date.parse(close),
  })
})

test('behavior: is closed after its own close, and at the weekend', () => {
  const { session, marketState } = calendarOf('L')
  expect(session('2026-11-28')).toBeUndefined()
  const states = ['2026-11-27T16:29Z', '2026-11-27T16:30Z', '2026-11-28T12:00Z']
  expect(states.map((at) => marketState(Date.parse(at)))).toEqual(['REGULAR', 'CLOSED', 'CLOSED'])
})

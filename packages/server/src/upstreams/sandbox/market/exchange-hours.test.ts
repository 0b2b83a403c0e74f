import { expect, test } from 'vitest'
import { currencyHours, exchangeCalendar, exchangeHours, futureHours } from './exchange-hours.ts'

const calendarOf = (suffix: string) => exchangeCalendar(exchangeHours[suffix]!)

test.each([
  ['L', '2026-11-27', '2026-11-27T08:00Z', '2026-11-27T16:30Z'],
  ['L', '2026-07-01', '2026-07-01T07:00Z', '2026-07-01T15:30Z'],
  ['T', '2026-11-27', '2026-11-27T00:00Z', '2026-11-27T06:30Z'],
  ['AX', '2026-11-27', '2026-11-26T23:00Z', '2026-11-27T05:00Z'],
  ['NS', '2026-11-27', '2026-11-27T03:45Z', '2026-11-27T10:00Z'],
])('default: %s trades on %s in the hours of its zone', (suffix, day, open, close) => {
  expect(calendarOf(suffix).session(day)).toMatchObject({
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

test('behavior: is closed on its own holidays, not on those of New York', () => {
  expect(calendarOf('L').session('2026-08-31')).toBeUndefined()
  expect(calendarOf('L').session('2026-11-26')).toBeDefined()
})

test('default: currencies trade without a break from Sunday to Friday, 17:00 in New York', () => {
  const { session, marketState } = exchangeCalendar(currencyHours)
  expect(session('2026-11-23')).toEqual({
    open: Date.parse('2026-11-22T22:00Z'),
    start: Date.parse('2026-11-23T05:00Z'),
    close: Date.parse('2026-11-23T22:00Z'),
  })
  const states = {
    '2026-11-22T21:59Z': 'CLOSED',
    '2026-11-22T22:00Z': 'REGULAR',
    '2026-11-23T22:00Z': 'REGULAR',
    // Thanksgiving, and the evening after it.
    '2026-11-26T12:00Z': 'REGULAR',
    '2026-11-27T21:59Z': 'REGULAR',
    '2026-11-27T22:00Z': 'CLOSED',
    '2026-12-25T12:00Z': 'CLOSED',
    '2026-07-03T20:59Z': 'REGULAR',
    '2026-07-03T21:00Z': 'CLOSED',
  }
  for (const [at, state] of Object.entries(states))
    expect([at, marketState(Date.parse(at))]).toEqual([at, state])
})

test('default: futures have a break of an hour, and close early around holidays of the US', () => {
  const { marketState } = exchangeCalendar(futureHours)
  const states = {
    '2026-11-22T22:59Z': 'CLOSED',
    '2026-11-22T23:00Z': 'REGULAR',
    '2026-11-23T21:59Z': 'REGULAR',
    '2026-11-23T22:30Z': 'CLOSED',
    '2026-11-23T23:00Z': 'REGULAR',
    '2026-11-26T17:59Z': 'REGULAR',
    '2026-11-26T18:00Z': 'CLOSED',
    '2026-11-26T23:00Z': 'REGULAR',
    '2026-11-27T18:15Z': 'CLOSED',
    '2026-11-28T12:00Z': 'CLOSED',
  }
  for (const [at, state] of Object.entries(states))
    expect([at, marketState(Date.parse(at))]).toEqual([at, state])
})

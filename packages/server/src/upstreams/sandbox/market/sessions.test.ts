import { expect, test } from 'vitest'
import { everyDay, nyseCalendar, sessionList } from './sessions.ts'

const nyse = nyseCalendar()
const hours = (day: string) => {
  const session = nyse.session(day)
  return (
    session && [session.open, session.close].map((at) => new Date(at).toISOString().slice(11, 16))
  )
}

test('default: has the hours of the exchange in summer, in winter, on a short day, and none on holidays', () => {
  expect(hours('2026-07-01')).toEqual(['13:30', '20:00'])
  expect(hours('2026-11-18')).toEqual(['14:30', '21:00'])
  expect(hours('2026-11-27')).toEqual(['14:30', '18:00'])
  expect(hours('2026-11-26')).toBeUndefined()
  expect(hours('2026-11-21')).toBeUndefined()
})

test('behavior: has the state of the market clock, minute by minute', () => {
  const open = Date.parse('2026-11-18T14:30:00Z')
  expect(nyse.marketState(open - 1)).toBe('PRE')
  expect(nyse.marketState(open)).toBe('REGULAR')
  expect(nyse.marketState(open + 59_999)).toBe('REGULAR')
  expect(everyDay.marketState(open)).toBe('REGULAR')
})

test('behavior: the list grows with the clock and keeps its order', () => {
  const list = sessionList(everyDay)
  const later = list.lastOpened(Date.parse('2031-01-01T12:00:00Z'))
  expect(list.sessions[later]?.day).toBe('2031-01-01')
  expect(list.sessions[list.anchor]?.day).toBe('2026-01-02')
  const days = list.sessions.map(({ day }) => day)
  expect(days).toEqual([...days].sort())
})

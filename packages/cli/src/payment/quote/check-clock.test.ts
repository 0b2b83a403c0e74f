import { expect, test } from 'vitest'
import { checkClock, checkClockRan } from './check-clock.ts'

const now = Date.parse('2026-11-28T01:00:00Z')
const dateAt = (seconds: number) => new Date(now + seconds * 1_000).toUTCString()

test.each([
  ['the same', dateAt(0)],
  ['a minute ahead', dateAt(60)],
  ['a minute behind', dateAt(-60)],
])('default: accepts a clock of the server that is %s', (_, date) => {
  expect(checkClock(date, now)).toBe(undefined)
})

test.each([undefined, '', 'soon'])('behavior: a server with the date %j is named', (date) => {
  expect(checkClock(date, now)).toContain('The server states no time')
})

test.each([
  ['behind', dateAt(-61)],
  ['ahead', dateAt(61)],
  ['two days behind', dateAt(-2 * 86_400)],
])('error: refuses to sign if the clock of the server is %s', (_, date) => {
  expect(() => checkClock(date, now)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID', funds: 'untouched' }),
  )
})

test.each([
  ['a clock that ran on', 3_600_000, true],
  ['a corrected clock', 3_600_000 + 60_000, true],
  ['a clock that was set forward', 3_600_000 + 60_001, false],
  ['a clock that was set back', 3_600_000 - 60_001, false],
])('behavior: an hour after the quote, %s', (_, elapsedMs, isAccepted) => {
  const check = () => checkClockRan({ now, uptime: 5 }, { now: now + elapsedMs, uptime: 3_600_005 })
  if (isAccepted) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ code: 'CONFIGURATION_INVALID' }))
})

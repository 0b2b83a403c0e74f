import { expect, test } from 'vitest'
import { newYorkOffset } from './new-york-offset.ts'

const hourMs = 3_600_000

test('behavior: every clock change since 1955 is at the hour given by Intl', () => {
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clockAt = (instant: number) =>
    new Date(instant + newYorkOffset(instant) * 60_000).toISOString().slice(11, 16)
  let changes = 0
  for (let instant = Date.UTC(1955, 0); instant < Date.UTC(2040, 0); instant += 24 * hourMs) {
    if (local.format(instant) === local.format(instant + 24 * hourMs)) continue
    changes += 1
    for (let hour = 0; hour <= 24; hour += 1) {
      const at = instant + hour * hourMs
      expect(clockAt(at), new Date(at).toISOString()).toBe(local.format(at))
    }
  }
  expect(changes).toBe(2 * 85)
})

test('throws: refuses an invalid time', () => {
  expect(() => newYorkOffset(Number.NaN)).toThrow(RangeError)
  expect(() => newYorkOffset(9e15)).toThrow(RangeError)
})

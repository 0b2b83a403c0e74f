import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dailyQuotas } from './daily-quotas.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-quotas-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noon = Date.parse('2026-11-18T12:00:00Z')
const hourMs = 3_600_000

test('default: limits the requests of a day, which begins at midnight UTC', () => {
  const { spend } = dailyQuotas()
  expect([1, 2, 3].map(() => spend('a', 2, noon))).toEqual([true, true, false])
  expect(spend('b', 2, noon)).toBe(true)
  expect(spend('a', 2, noon + 12 * hourMs - 1)).toBe(false)
  expect(spend('a', 2, noon + 12 * hourMs)).toBe(true)
})

test('behavior: after a refusal an owner rests an hour, after the next a day; a response resets it', () => {
  const { restsUntil, refused, answered } = dailyQuotas()
  expect(restsUntil('yahoo', noon)).toBeUndefined()
  refused('yahoo', noon)
  refused('yahoo', noon + 1)
  expect(restsUntil('yahoo', noon + 1)).toBe(noon + hourMs)
  expect(restsUntil('yahoo', noon + hourMs)).toBeUndefined()
  refused('yahoo', noon + hourMs)
  expect(restsUntil('yahoo', noon + 2 * hourMs)).toBe(noon + 25 * hourMs)
  answered('yahoo', noon + 3 * hourMs)
  expect(restsUntil('yahoo', noon + 3 * hourMs)).toBe(noon + 25 * hourMs)
  answered('yahoo', noon + 26 * hourMs)
  refused('yahoo', noon + 30 * hourMs)
  expect(restsUntil('yahoo', noon + 30 * hourMs)).toBe(noon + 31 * hourMs)
})

test('behavior: both survive a restart', () => {
  const file = join(folder, 'quotas.json')
  const before = dailyQuotas(file)
  before.spend('a', 1, noon)
  before.refused('cboe', noon)
  const after = dailyQuotas(file)
  expect(after.spend('a', 1, noon)).toBe(false)
  expect(after.restsUntil('cboe', noon)).toBe(noon + hourMs)
})

test('behavior: two processes share the counts and the pauses of one folder', () => {
  const file = join(folder, 'shared.json')
  const [server, check] = [dailyQuotas(file), dailyQuotas(file)]
  server.spend('a', 3, noon)
  check.spend('a', 3, noon)
  check.refused('cboe', noon)
  expect(server.restsUntil('cboe', noon)).toBe(noon + hourMs)
  expect([1, 2].map(() => server.spend('a', 3, noon))).toEqual([true, false])
  expect(check.restsUntil('cboe', noon)).toBe(noon + hourMs)
  expect(check.isSpent('a', 3, noon)).toBe(true)
})

test('error: without a writable folder, counts last as long as the process', () => {
  const { spend } = dailyQuotas(join(folder, 'none', 'quotas.json'))
  expect([spend('a', 1, noon), spend('a', 1, noon)]).toEqual([true, false])
})

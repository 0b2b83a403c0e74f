import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personalGrants, readDecisions, writeDecisions } from './own-decisions.ts'
import { diskDaysMax } from './source-grades.ts'
import { forgetSourcesOff, forgetStored, storedAnswersFolder } from './stored-answers.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'decisions-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const since = '2026-11-22T12:00:00.000Z'

test('default: open and personal sources are enabled; others by decision; some never', () => {
  const ids = ['sec-13f', 'kraken', 'yahoo-chart', 'nasdaq-screener', 'nobody-graded-this']
  const granted = () => ids.map((id) => personalGrants(dataDir, () => 0).has(id))
  expect(granted()).toEqual([true, true, false, false, false])
  writeDecisions(dataDir, { yahoo: since, nasdaq: since })
  expect(granted()).toEqual([true, true, true, false, false])
  expect(readDecisions(dataDir)).toEqual({ yahoo: since, nasdaq: since })
  expect(statSync(join(dataDir, 'sources.json')).mode & 0o777).toBe(0o600)
})

test('behavior: a running server notices a decision within a second', () => {
  writeDecisions(dataDir, { yahoo: since })
  let nowMs = 0
  const grants = personalGrants(dataDir, () => nowMs)
  expect(grants.has('yahoo-chart')).toBe(true)
  writeDecisions(dataDir, {})
  nowMs = 1_000
  expect(grants.has('yahoo-chart')).toBe(false)
})

test('error: a damaged file allows nothing, and is reported', () => {
  writeFileSync(join(dataDir, 'sources.json'), '{"allowed":["yahoo"]}')
  expect(() => personalGrants(dataDir, () => 0).has('yahoo-chart')).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

test('behavior: returns how long responses may be on disk', () => {
  const days = ['sec-13f', 'fred-graph', 'coingecko', 'finnhub-quote'].map((id) =>
    diskDaysMax({ id }),
  )
  expect(days).toEqual([Infinity, 1, 0, Infinity])
})

test('behavior: deletes stored responses by host', () => {
  const folder = storedAnswersFolder(dataDir)
  const stored = () => readdirSync(folder).sort()
  for (const host of ['a.example', 'b.example', 'c.example']) {
    mkdirSync(join(folder, host), { recursive: true })
    writeFileSync(join(folder, host, 'answer'), '')
  }
  forgetStored(dataDir, [{ hosts: ['a.example', 'never-asked.example'] }])
  expect(stored()).toEqual(['b.example', 'c.example'])
  const upstreams = [
    { hosts: ['b.example'], isOn: false },
    { hosts: ['c.example'], isOn: false },
    { hosts: ['c.example'], isOn: true },
  ]
  forgetSourcesOff(dataDir, upstreams, ({ isOn }) => isOn)
  expect(stored()).toEqual(['c.example'])
  expect(() => forgetSourcesOff(join(dataDir, 'none'), upstreams, () => true)).not.toThrow()
})

import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storageRules } from './storage-rules.ts'
import { storedAnswersFolder } from './stored-answers.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rules-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const now = new Date('2026-11-22T12:00:00Z')
/** A response of a host, stored this many hours ago. */
const stored = (host: string, hours: number) => {
  const folder = join(storedAnswersFolder(dataDir), host)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${hours}`)
  writeFileSync(path, '{}')
  const seconds = now.getTime() / 1_000 - hours * 3_600
  utimesSync(path, seconds, seconds)
  return path
}
const sources = [
  { id: 'fred-graph', hosts: ['fred.example'] },
  { id: 'tiingo-bars', hosts: ['tiingo.example'] },
  { id: 'finnhub-quote', hosts: ['finnhub.example'] },
  { id: 'sec-13f', hosts: ['sec.example'] },
  { id: 'yahoo-chart', hosts: ['yahoo.example'] },
]

test('default: none, a day, or deleted with the key, as each owner allows', () => {
  const off = new Set<string>()
  const forgotten: string[] = []
  const enforce = storageRules({
    dataDir,
    sources,
    now: () => now,
    enabled: ({ id }) => !off.has(id),
    memory: {
      forgetHosts: (isOff) =>
        forgotten.push(...sources.flatMap(({ hosts }) => hosts).filter(isOff)),
      forgetCached: () => forgotten.push('built'),
    },
  })
  const kept = [
    stored('fred.example', 23),
    stored('finnhub.example', 900),
    stored('sec.example', 9_000),
  ]
  const old = [stored('fred.example', 25), stored('tiingo.example', 1), stored('yahoo.example', 25)]
  enforce()
  expect(kept.filter((path) => !existsSync(path))).toEqual([])
  expect(old.filter((path) => existsSync(path))).toEqual([])
  expect(forgotten).toEqual([])
  off.add('finnhub-quote')
  expect([enforce(), enforce()]).toEqual([true, false])
  expect(existsSync(kept[1]!)).toBe(false)
  expect(forgotten).toEqual(['built', 'finnhub.example', 'finnhub.example'])
})

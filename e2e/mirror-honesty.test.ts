import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chosen } from '../packages/server/src/commands/mirror/chosen.ts'
import {
  type ReplayedArea,
  replayArea,
} from '../packages/server/src/commands/mirror/replay-mirror.ts'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { buildSchema } from '../packages/server/src/execution/build-schema.ts'
import { readMirrorIndex } from '../packages/server/src/upstreams/mirror/mirror-index.ts'
import { mirrorSharedData } from '../scripts/mirror-shared-data.ts'

const real = join(import.meta.dirname, '../../shared/data')
const present = existsSync(real)
if (!present)
  process.stderr.write(
    'e2e/mirror-honesty: skipped, the folder of real upstream files (../shared/data) is not here.\n',
  )

const schema = buildSchema(connectors)
const now = () => new Date('2026-11-18T17:00:00Z')
const chosen: Chosen = {
  tickers: ['AAPL', 'GOOGL'],
  ciks: ['0001067983'],
  countries: ['USA'],
  series:
    'CPIAUCSL CPILFESL DGS10 DGS2 FEDFUNDS GDP GDPC1 HOUST M2SL PAYEMS PCEPILFE RSXFS T10Y2Y UNRATE USREC WALCL'.split(
      ' ',
    ),
  names: ['AEROCARIBBEAN AIRLINES'],
}

describe.skipIf(!present)('a mirror of real files', () => {
  let root: string
  const whole = new Map<string, ReplayedArea>()
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'fiq-honest-'))
    await mirrorSharedData(real, root)
    for (const connector of connectors)
      whole.set(connector.area, await replayArea(root, connector, chosen, { schema, now }))
  }, 120_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('default: every answer names its source, the time of receipt and the mode', async () => {
    const { entries } = await readMirrorIndex(root)
    const times = new Set(entries.map(({ retrievedAt }) => retrievedAt))
    for (const { results: asked, area } of whole.values())
      for (const { query: question, data, sources } of asked) {
        const { path } = question
        if (leavesOf(at(data, path)).length === 0 || area === 'market-status') continue
        const cited = sources.filter((source) => source.path.startsWith(path))
        expect(cited, `${area}: ${path}`).not.toEqual([])
        for (const { mode, retrievedAt, licence, source, sourceUrl } of cited) {
          expect(['mirror', 'files']).toContain(mode)
          if (mode === 'mirror') expect(times, `${area}: ${path}`).toContain(retrievedAt)
          for (const text of [licence, source, sourceUrl]) expect(text).not.toBe('')
        }
      }
  })

  test('default: the mirror answers from its files', () => {
    const answering = [...whole.values()].filter(({ results: asked }) =>
      asked.some(({ data, query: question }) => leavesOf(at(data, question.path)).length > 0),
    )
    expect(answering.map(({ area }) => area).sort()).toEqual([
      'earnings',
      'earnings-press-releases',
      'entities',
      'filings',
      'financials',
      'gdp',
      'inflation',
      'interest-rates',
      'macro-series',
      'market-status',
      'periodic-filings',
      'price-history',
      'quotes',
      'regulatory',
      'risk',
      'sanctions-screen',
      'search-entities',
      'sp500-multiples',
      'technicals',
    ])
  })

  test('error: without a file, exactly its values are missing', async () => {
    const changed: string[] = []
    for (const file of filesOf(root)) {
      const path = file.replace(/\.gz$/, '')
      const reading = [...whole.values()].filter(
        // Excludes screenings beyond the first: all use the same lists, which take a second to
        // load.
        ({ area, read }) => read.has(path) && (area === 'sanctions-screen' || !isList(path)),
      )
      renameSync(join(root, file), join(root, 'away'))
      for (const { area, results: asked } of reading) {
        const connector = connectors.find((each) => each.area === area)!
        const without = await replayArea(root, connector, chosen, { schema, now })
        for (const [index, before] of asked.entries()) {
          const after = without.results.find(
            ({ query: question }) => question.text === before.query.text,
          )!
          const wrong = invented(before, after)
          if (wrong)
            changed.push(`${path} ${index} ${area} ${before.query.text.slice(0, 90)}: ${wrong}`)
        }
      }
      renameSync(join(root, 'away'), join(root, file))
    }
    expect(changed).toEqual([])
  }, 120_000)
})

const isList = (path: string) => /^(?:sanctionslistservice|scsanctions)\./.test(path)

type Asked = ReplayedArea['results'][number]

/** Fields that explain a missing value. */
const reasons = /\.(?:reason|problem)=/

/**
 * Values of the answer that the complete mirror did not give. Empty if there are only fewer values,
 * with the reason.
 */
function invented(before: Asked, after: Asked): string | undefined {
  const known = new Set(leavesOf(before.data))
  const other = leavesOf(after.data).filter((leaf) => !known.has(leaf) && !reasons.test(leaf))
  const sourcesBefore = new Set(before.sources.map(({ source }) => source))
  const elsewhere = after.sources.some(({ source }) => !sourcesBefore.has(source))
  if (other.length > 0 && !elsewhere) return `other values: ${other.slice(0, 3).join('; ')}`
  const { path } = before.query
  const emptied =
    leavesOf(at(before.data, path)).length > 0 && leavesOf(at(after.data, path)).length === 0
  if (emptied && after.failures.length === 0) return 'empty without an error'
  return undefined
}

/** Every non-null value by its path of names, without list indices. */
function leavesOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [`${path}=${String(value)}`]
  return Object.entries(value).flatMap(([key, below]) =>
    leavesOf(below, Array.isArray(value) ? path : `${path}.${key}`),
  )
}

function at(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data)
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => file.includes('/'))
    .sort()
}

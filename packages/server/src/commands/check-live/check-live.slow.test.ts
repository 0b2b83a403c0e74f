import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { personalGrants, writeDecisions } from '../../sources/grades/own-decisions.ts'
import { sourceOwners } from '../../sources/grades/source-grades.ts'
import { variablesOfHosts } from '../../upstreams/live/host-rules.ts'
import { interferingUpstream } from '../../upstreams/testing/interfering-upstream.ts'
import { checkLive } from './check-live.ts'

const now = () => new Date('2026-11-18T17:00:00Z')

/** Checks all sources that can be switched on, with every key or with none. */
async function checkAll(keys: Readonly<Record<string, string>>, owners: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiq-check-live-'))
  const upstream = await interferingUpstream(now)
  upstream.answer(new Set())
  writeDecisions(dataDir, Object.fromEntries(owners.map((id) => [id, now().toISOString()])))
  const environment = { SEC_USER_AGENT: 'Ann Example ann@example.org', ...keys }
  try {
    const allowed = personalGrants(dataDir, () => now().getTime())
    const world = {
      environment,
      now,
      allowed,
      dispatcher: upstream.dispatcher,
      wait: async () => {},
    }
    return (await checkLive({ areas: [], dataDir, isPersonal: true }, world)).checks
  } finally {
    await upstream.close()
    rmSync(dataDir, { recursive: true })
  }
}

const undecided = sourceOwners.filter(({ grade }) => grade === 'U').map(({ id }) => id)
const allKeys = Object.fromEntries(variablesOfHosts().map((name) => [name, `a-secret-of-${name}`]))

test.each([
  ['no key', {}, []],
  ['all keys, and every owner switched on', allKeys, undecided],
])(
  'default: with %s, each source that is on answers a query',
  async (_name, keys, owners) => {
    const checks = await checkAll(keys, owners)
    expect(checks.length).toBeGreaterThan(owners.length > 0 ? 75 : 45)
    const others = checks.filter(({ verdict }) => verdict !== 'ok')
    expect(others).toMatchObject([{ source: 'sec-fails-to-deliver', verdict: 'stale' }])
  },
  120_000,
)

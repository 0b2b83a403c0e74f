import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../compose/start-server.ts'
import { readConfig } from '../../config/config.ts'
import type { SettingName } from '../../config/settings.ts'
import { openDevnet } from '../../devnet/chain.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { facilitatorServer } from '../../settlement/testing/facilitator-server.ts'
import { openStore } from '../../storage/open-store.ts'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import { runDoctor } from './doctor.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-doctor-'))
const dataDir = join(folder, 'data')
const keyFile = join(folder, 'settler')
const now = () => new Date()
let server: RunningServer<unknown>

beforeAll(async () => {
  writeFileSync(keyFile, `0x${'1'.repeat(64)}`, { mode: 0o600 })
  const umask = process.umask(0o077)
  server = await startServer(readConfig({ port: '0', dataDir }, {}), {
    log: { error: () => {} },
    version: 'test',
    now,
    environment: {},
  })
  process.umask(umask)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function examine(flags: Partial<Record<SettingName, string>>, nowMs = () => Date.now()) {
  const { isWell, json, text } = await runDoctor(readConfig(flags, {}), { environment: {}, nowMs })
  const { findings } = json as { findings: { check: string; state: string; says: string }[] }
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  return { isWell, states, text, findingOf: new Map(findings.map((each) => [each.check, each])) }
}

/** Flags for the running server: its own embedded chain is the node, its address the public one. */
const wellFlags = () => ({
  dataDir,
  publicUrl: server.url,
  facilitator: 'local',
  rpcUrl: `${server.url}/devnet/rpc`,
  settlerKeyFile: keyFile,
  payTo: server.payTo,
})

test('default: a working configuration, with a finding for each part', async () => {
  const { isWell, states, findingOf } = await examine(wellFlags())
  expect(states).toEqual({
    permissions: 'ok',
    disk: expect.stringMatching(/ok|warning/),
    store: 'ok',
    payments: 'ok',
    'pay to': 'ok',
    'chain constants': 'ok',
    clock: 'ok',
    settler: 'warning',
    signatures: expect.stringMatching(/ok|warning/),
    sources: 'warning',
    headers: 'ok',
  })
  expect(isWell).toBe(true)
  expect(findingOf.get('chain constants')?.says).toContain('"USD Coin" version 2, DOMAIN_SEPARATOR')
  expect(findingOf.get('headers')?.says).toMatch(
    / passes request headers of 8192 bytes and a quote of \d{4,5} bytes$/,
  )
  expect(findingOf.get('settler')).toMatchObject({ remedy: expect.stringContaining('Send ETH') })
})

test('error: names each fault with its remedy, and fails', async () => {
  chmodSync(keyFile, 0o644)
  const { isWell, states, text, findingOf } = await examine(
    {
      dataDir,
      facilitator: 'local',
      rpcUrl: `${server.url}/devnet/nothing`,
      settlerKeyFile: keyFile,
      redis: 'redis://127.0.0.1:1',
      upstream: `mirror:${join(dataDir, 'no-mirror')}`,
      publicUrl: 'http://127.0.0.1:1',
    },
    () => Date.now() + 60_000,
  )
  chmodSync(keyFile, 0o600)
  expect(isWell).toBe(false)
  expect(states).toMatchObject({
    permissions: 'failed',
    redis: 'failed',
    'pay to': 'failed',
    'chain constants': 'failed',
    clock: 'failed',
    settler: 'failed',
    sources: 'failed',
    headers: 'failed',
  })
  expect(findingOf.get('permissions')).toMatchObject({ remedy: `chmod go= ${keyFile}` })
  expect(text).toContain(`permissions: chmod go= ${keyFile}`)
  expect(text).not.toContain('1'.repeat(64))
})

test('error: a clock that is a minute ahead of the chain fails', async () => {
  const { findingOf } = await examine(wellFlags(), () => Date.now() + 60_000)
  expect(findingOf.get('clock')).toMatchObject({
    state: 'failed',
    says: expect.stringMatching(/^This clock is (59|6\d|7\d) s ahead of the newest block\.$/),
  })
})

test('behavior: before the first start there are no faults', async () => {
  const { isWell, states } = await examine({ dataDir: join(folder, 'none'), port: '1' })
  expect(isWell).toBe(true)
  expect(states).toMatchObject({
    store: 'warning',
    payments: 'skipped',
    'pay to': 'skipped',
    headers: 'skipped',
  })
})

test('behavior: a facilitator without a node gives warnings for unchecked and unfinished payments', async () => {
  const place = mkdtempSync(join(folder, 'left-'))
  const { record } = await openStore({ database: undefined, dataDir: place }, () => {})
  await record.claim(claimOf(keyOf(1)))
  await record.close()
  const devnet = await openDevnet()
  const honest = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
  const { url } = await facilitatorServer(honest)
  const flags = { dataDir: place, facilitator: url, payTo: `0x${'12'.repeat(20)}`, port: '1' }
  const { findingOf } = await examine(flags)
  expect(findingOf.get('facilitator')).toMatchObject({
    state: 'warning',
    says: expect.stringContaining(
      'without --rpc-url, a payment whose result the facilitator loses',
    ),
    remedy: expect.stringContaining('--rpc-url'),
  })
  expect(findingOf.get('payments')).toMatchObject({
    state: 'warning',
    says: '1 payment, 10 USDC: expired, and it is unknown whether the money moved.',
    remedy: expect.stringContaining('fiq-server reconcile --rpc-url'),
  })
  const withNode = await examine({ ...flags, rpcUrl: `${server.url}/devnet/rpc` })
  expect(withNode.states).toMatchObject({ facilitator: 'ok' })
  await devnet.close()
})

test('behavior: checks sources and files of a personal server, and no money', async () => {
  const personal = mkdtempSync(join(tmpdir(), 'fiq-doctor-personal-'))
  const { states, text } = await examine({ personal: 'on', dataDir: personal })
  rmSync(personal, { recursive: true })
  expect(states).toEqual({
    permissions: 'ok',
    disk: expect.stringMatching(/ok|warning/),
    sources: 'warning',
  })
  expect(text).toContain('fiq-server sources allow yahoo')
  expect(text).not.toContain('FIQ_RESTRICTED_UPSTREAMS')
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bounds } from '@fiq/shared/bounds'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import { type FloodOptions, startFlood, useUpLimit } from '../scripts/bench/flood.ts'
import { createPayer, type Purchase, present } from './faults/payer.ts'
import { type ServerProcess, startProcess } from './faults/server-process.ts'

const payments = 20
/** Requests per minute of an address. */
const rateLimit = 600
/** Time until the connections of a flood are open and requests queue. */
const warmMs = 1_500

let folder: string
let server: ServerProcess
afterEach(async () => {
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Makes payments one after the other during a flood from another process, and one before it. */
async function payBeside(flags: readonly string[], load: Omit<FloodOptions, 'url'>) {
  folder = mkdtempSync(join(tmpdir(), 'fiq-flood-'))
  server = await startProcess({ folder, flags })
  const { url } = server
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(`${url}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address, amount: '10' }),
  })
  const request = { query: '{ marketStatus { session } }' }
  const payer = createPayer(url, account, [request])
  const purchases: Purchase[] = []
  while (purchases.length <= payments) purchases.push(await payer.sign())
  const statuses = [(await present(url, purchases.pop()!))?.status]

  if (load.from) await useUpLimit(url, load.from)
  const flood = startFlood({ url, ...load })
  await setTimeout(warmMs)
  const windows: { from: number; to: number }[] = []
  for (const purchase of purchases) {
    const from = performance.timeOrigin + performance.now()
    statuses.push((await present(url, purchase))?.status)
    windows.push({ from, to: performance.timeOrigin + performance.now() })
  }
  const report = await flood.stop()
  const within = windows.map(
    ({ from, to }) => report.quotedAt.filter((at) => from <= at && at <= to).length,
  )
  return { statuses, report, within }
}
const allPaid = Array.from({ length: payments + 1 }, () => 200)

test('behavior: payments do not wait behind more quotes than the server can give', async () => {
  const connections = 1_000
  const { statuses, within } = await payBeside([], { connections })
  expect(statuses).toEqual(allPaid)
  // In order of arrival, each payment would wait for a quote on every connection. A single payment
  // may wait longer: for a block, or for a busy machine.
  const median = within.toSorted((a, b) => a - b)[payments / 2]
  expect(median).toBeLessThan(connections / 4)
}, 90_000)

test('behavior: refuses an address at its limit, and answers payers of other addresses', async () => {
  const { statuses, report } = await payBeside(['--rate-limit', String(rateLimit)], {
    perSecond: (20 * rateLimit) / 60,
    connections: 100,
    from: '127.0.0.2',
    characters: bounds.workUnitCharacters,
  })
  expect(statuses).toEqual(allPaid)
  const { 402: quoted = 0, 429: refused = 0 } = report.statuses
  expect(refused).toBeGreaterThan(quoted)
}, 90_000)

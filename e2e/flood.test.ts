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
/** Requests of an address a minute. */
const rateLimit = 600
/** By then the connections of a flood are open, and a backlog waits. */
const warmMs = 1_500

let folder: string
let server: ServerProcess
afterEach(async () => {
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Payments one after the other, beside a flood of another process; one before it. */
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

test('behavior: beside more quotes than the server can give, payments do not wait for their turn', async () => {
  const connections = 1_000
  const { statuses, within } = await payBeside([], { connections })
  expect(statuses).toEqual(allPaid)
  // In the order of arrival each would be answered after a quote for every connection. One payment
  // alone may wait longer: for a block, or for a machine that is busy elsewhere.
  const median = within.toSorted((a, b) => a - b)[payments / 2]
  expect(median).toBeLessThan(connections / 4)
}, 90_000)

test('behavior: an address at its limit is refused, and payers of other addresses are answered', async () => {
  const { statuses, report } = await payBeside(['--rate-limit', String(rateLimit)], {
    ...{ perSecond: (20 * rateLimit) / 60, connections: 100 },
    ...{ from: '127.0.0.2', characters: bounds.workUnitCharacters },
  })
  expect(statuses).toEqual(allPaid)
  const { 402: quoted = 0, 429: refused = 0 } = report.statuses
  expect(refused).toBeGreaterThan(quoted)
}, 90_000)

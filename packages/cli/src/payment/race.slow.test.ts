import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClients, defaultClientCaps } from '../proxy/clients/clients.ts'
import { createBudget } from './budget/budget.ts'
import { clientStanding } from './budget/client-caps.ts'
import { defaultLimits } from './budget/limits.ts'
import { openDatabase } from './journal/open-database.ts'
import type { RaceOrders } from './testing/reserve-once.ts'
import { scratchFolder } from './testing/test-payer.ts'

test('behavior: 32 concurrent processes never exceed one cap', async () => {
  using folder = scratchFolder()
  // Four payments of 0.015 USDC are within 0.07.
  expect(await race(32, (number) => [folder.path, number, '70000'])).toEqual({
    reserved: 4,
    OVER_BUDGET: 28,
  })
  const database = openDatabase(folder.path)
  const worker = { pid: process.pid, token: 'reader', isAlive: () => true, uptime: () => 0 }
  const reading = { worker, now: Date.now, session: 'reader', caps: defaultLimits }
  expect(createBudget(database, reading).standing().day).toBe(60_000n)
  database.close()
})

test('behavior: 32 concurrent processes never exceed the cap of one proxy client', async () => {
  using folder = scratchFolder()
  const database = openDatabase(folder.path)
  const clients = createClients(database, Date.now)
  clients.add({ name: 'ann', tools: undefined, ...defaultClientCaps, perDay: 70_000n })
  clients.add({ name: 'bob', tools: undefined, ...defaultClientCaps, perDay: 30_000n })
  // The user's budget itself has room for all of them.
  const ofClients = (number: string): RaceOrders => {
    return [folder.path, number, '1000000', Number(number) % 2 === 0 ? 'ann' : 'bob']
  }
  expect(await race(32, ofClients)).toEqual({ reserved: 4 + 2, OVER_BUDGET: 12 + 14 })
  expect(clientStanding(database, 'ann', Date.now(), false).day).toBe(60_000n)
  expect(clientStanding(database, 'bob', Date.now(), false).day).toBe(30_000n)
  database.close()
})

/** Starts this many processes at once, and counts them by outcome. */
async function race(
  processes: number,
  ordersOf: (number: string) => RaceOrders,
): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, 'testing', 'reserve-once.ts')
  const reserveOnce = async (number: number) => {
    const child = spawn(process.execPath, [script, ...ordersOf(String(number))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let outcome = ''
    child.stdout.on('data', (chunk: Buffer) => {
      outcome += chunk
    })
    await new Promise((resolve) => child.once('close', resolve))
    return outcome
  }
  const numbers = Array.from({ length: processes }, (_, index) => index + 1)
  const count: Record<string, number> = {}
  for (const outcome of await Promise.all(numbers.map(reserveOnce)))
    count[outcome] = (count[outcome] ?? 0) + 1
  return count
}

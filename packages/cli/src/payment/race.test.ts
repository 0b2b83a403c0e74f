import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBudget } from './budget.ts'
import { defaultLimits } from './limits.ts'
import { openDatabase } from './open-database.ts'
import type { RaceOrders } from './testing/reserve-once.ts'
import { scratchFolder } from './testing/test-payer.ts'

test('behavior: 32 processes that race one cap never go above it', async () => {
  using folder = scratchFolder()
  const script = join(import.meta.dirname, 'testing', 'reserve-once.ts')
  // Four of 0.015 USDC fit into 0.07.
  const reserveOnce = async (number: number) => {
    const orders: RaceOrders = [folder.path, String(number), '70000']
    const child = spawn(process.execPath, [script, ...orders], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let outcome = ''
    child.stdout.on('data', (chunk: Buffer) => {
      outcome += chunk
    })
    await new Promise((resolve) => child.once('close', resolve))
    return outcome
  }
  const outcomes = await Promise.all(
    Array.from({ length: 32 }, (_, index) => reserveOnce(index + 1)),
  )
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
  expect([count('reserved'), count('OVER_BUDGET')]).toEqual([4, 28])
  const database = openDatabase(folder.path)
  const worker = { pid: process.pid, token: 'reader', isAlive: () => true }
  const reading = { worker, now: Date.now, session: 'reader', caps: defaultLimits }
  expect(openBudget(database, reading).standing().day).toBe(60_000n)
  database.close()
}, 60_000)

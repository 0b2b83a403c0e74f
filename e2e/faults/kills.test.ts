import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultSteps } from '../../packages/server/src/payments/fault-points.ts'
import { runKills } from './kills.ts'
import { startProcess } from './server-process.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-kills-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each(['sync', 'async'] as const)(
  'default: kills at every step of %s settlement: every payer is answered, and each payment moves once',
  async (settlement) => {
    const plans = faultSteps.map((step) => ({ step, purchases: 6, copies: 2 }))
    const report = await runKills(folder, plans, seed, settlement)
    expect(report, `FIQ_TEST_SEED=${seed}`).toMatchObject({
      purchases: 6 * faultSteps.length,
      violations: [],
    })
    expect(report.inAdvance > 0).toBe(settlement === 'async')
    const reached = report.outcomes.filter((outcome) => outcome.reached).map(({ step }) => step)
    // A payment that settles before its answer is written once, in both states. Only the reconciler
    // writes settled alone, if it finds a killed one in time.
    const isSure = (step: string) => step !== 'settled' || settlement === 'async'
    expect(new Set(reached.filter(isSure))).toEqual(new Set(faultSteps.filter(isSure)))
    expect(report.books.received).toBeGreaterThan(0n)
  },
  240_000,
)

test('behavior: a payment sent a hundred times at once survives kills', async () => {
  const plans = [
    { step: 'broadcast', purchases: 1, copies: 100 },
    { step: 'anytime', purchases: 1, copies: 100 },
  ] as const
  const { violations, outcomes } = await runKills(folder, plans, seed)
  expect(violations, `FIQ_TEST_SEED=${seed}`).toEqual([])
  expect(outcomes[0]?.reached).toBe(true)
}, 120_000)

test.each([
  ['where real money moves', 'claimed:kill', ['--facilitator', 'https://facilitator.example']],
  ['when it names no step', 'nowhere:kill', []],
])('error: refuses to start with a fault %s', async (_, fault, flags) => {
  await expect(startProcess({ folder, fault, flags })).rejects.toThrow(
    /^The server ended with 3:\n.*FIQ_FAULT/,
  )
})

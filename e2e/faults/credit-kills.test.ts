import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  creditKillSteps,
  keyedKillSteps,
  runCreditKills,
  runKeyedCreditKills,
} from './credit-kills.ts'

const seed = Number(process.env['FIQ_TEST_SEED'] ?? randomInt(2 ** 31))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-credits-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('default: kills at every step of a credit operation: an undelivered answer costs nothing', async () => {
  const report = await runCreditKills(folder, creditKillSteps, seed)
  expect(report, `FIQ_TEST_SEED=${seed}`).toMatchObject({ kills: 3, violations: [] })
  // At two of the steps at least one request was charged but not answered.
  expect(report.refunded).toBeGreaterThanOrEqual(2)
  expect(report.answered).toBeGreaterThanOrEqual(4)
}, 120_000)

test('default: kills at every step: a request repeated under its idempotency key is charged once and answered', async () => {
  const report = await runKeyedCreditKills(folder, keyedKillSteps, seed)
  expect(report, `FIQ_TEST_SEED=${seed}`).toMatchObject({ kills: 4, violations: [] })
  // At two of the steps at least one request was charged and had no stored answer.
  expect(report.refunded).toBeGreaterThanOrEqual(2)
}, 120_000)

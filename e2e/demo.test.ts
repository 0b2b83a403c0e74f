import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const demo = join(import.meta.dirname, '../scripts/demo.ts')

test('default: pays for a quote on its chain, and prints table, quote and receipt', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { timeout: 60_000 })
  expect(stdout).toMatch(/^ticker +name +price +cur +change/m)
  expect(stdout).toMatch(/^AAPL +Apple Inc. +\d/m)
  expect(stdout).toMatch(/minimum/)
  expect(stdout).toMatch(/0x[0-9a-f]{64}/)
  expect(stdout).toContain('PLAY MONEY ONLY')
  expect(stdout).toContain('0.015 USDC of play money')
  expect(stdout).toContain('What to try next')
  expect(stdout).toMatch(/^ {2}bin\/fiq up /m)
}, 60_000)

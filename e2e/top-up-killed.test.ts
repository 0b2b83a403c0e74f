import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentStep } from '../packages/cli/src/payment/delivery/ports.ts'
import type { Orders } from '../packages/cli/src/payment/testing/pay-once.ts'
import { testAddress } from '../packages/cli/src/payment/testing/test-payer.ts'
import { runningServer } from './testing/running-server.ts'

const payOnce = join(import.meta.dirname, '../packages/cli/src/payment/testing/pay-once.ts')

describe('a top-up whose process is killed with SIGKILL', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let folder = ''
  beforeAll(async () => {
    server = await runningServer()
    folder = mkdtempSync(join(tmpdir(), 'fiq-topup-'))
    await server.devnet.faucet(testAddress, 5_000_000n)
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  let creditsBefore = 0
  test.each<[PaymentStep, { amount: bigint; signatures: number; resumed: boolean }]>([
    ['reserved', { amount: 15_000n, signatures: 1, resumed: false }],
    // The first signature was lost with its process. The second signs the same authorization.
    ['signature made', { amount: 18_000n, signatures: 2, resumed: false }],
    ['signature journaled', { amount: 21_000n, signatures: 1, resumed: true }],
    ['sent', { amount: 24_000n, signatures: 1, resumed: true }],
    ['answer received', { amount: 27_000n, signatures: 1, resumed: true }],
    ['answer journaled', { amount: 30_000n, signatures: 1, resumed: true }],
  ])(
    'behavior: after a kill at "%s", the next run has the credits for one payment',
    async (dieAt, expected) => {
      const { amount } = expected
      const paidBefore = await server.devnet.balanceOf(server.payTo)
      const signedBefore = signatures(folder)
      const orders = { folder, url: server.url, tickers: [], topUp: String(amount) }
      expect(await run({ ...orders, dieAt })).toEqual({ signal: 'SIGKILL', output: '' })
      const { output } = await run(orders)
      const answer = JSON.parse(output)
      expect(answer).toMatchObject({ status: 200, resumed: expected.resumed, paid: String(amount) })
      const { credits, creditsLeft } = JSON.parse(answer.body)
      const bought = wholeCreditsFor(amount).credits
      expect([credits, creditsLeft]).toEqual([bought, creditsBefore + bought])
      creditsBefore = creditsLeft
      expect(await server.devnet.balanceOf(server.payTo)).toBe(paidBefore + amount)
      expect(signatures(folder) - signedBefore).toBe(expected.signatures)
    },
  )
})

/** Number of signatures that the wallet made in all runs. */
function signatures(folder: string): number {
  try {
    return readFileSync(join(folder, 'signatures.log'), 'utf8').length
  } catch {
    return 0
  }
}

async function run(orders: Orders): Promise<{ signal: string | null; output: string }> {
  const child = spawn(process.execPath, [payOnce, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  const signal = await new Promise<string | null>((resolve) =>
    child.on('close', (_, ended) => resolve(ended)),
  )
  return { signal, output }
}

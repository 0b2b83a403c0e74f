import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payAndRetry } from './pay-and-retry.ts'
import { PaymentError } from './payment-error.ts'
import type { PaymentStep } from './ports.ts'
import { hostileAnswers } from './testing/hostile-modes.ts'
import { type Mode, startPaidServer } from './testing/hostile-server.ts'
import { requestTo, scratchFolder, testClock, testPayer } from './testing/test-payer.ts'

/** Those that end within a try: the others wait for a real time-out. */
const modes: readonly Mode[] = [{}, ...hostileAnswers.map(([, mode]) => mode)]
const steps: readonly PaymentStep[] = ['signature journaled', 'sent', 'answer received']
const runs = fc.array(
  fc.record({
    mode: fc.nat(modes.length - 1),
    dieAt: fc.option(fc.constantFrom(...steps), { nil: undefined }),
    laterMs: fc.constantFrom(0, 1_000, 70_000, 200_000),
  }),
  { minLength: 1, maxLength: 6 },
)

test('property: what is told as spent or at risk covers what settled, and one purchase is signed once', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (sequence) => {
      using folder = scratchFolder()
      const server = await startPaidServer({})
      const clock = testClock()
      server.keepTime(clock.now)
      const told = new Map<string, bigint>()
      for (const { mode, dieAt, laterMs } of sequence) {
        server.become(modes[mode]!)
        clock.advance(laterMs)
        const { payer } = testPayer(folder.path, server.url, {
          clock,
          rpcUrl: server.rpcUrl,
          randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
          processes: { pid: process.pid, isAlive: () => false },
          step(name) {
            if (name === dieAt) throw new Error('killed')
          },
        })
        try {
          const { purchase, paid, delivered } = await payAndRetry(requestTo(server.url), payer)
          told.set(purchase!.id, paid)
          delivered()
        } catch (error) {
          expect(error).toBeInstanceOf(PaymentError)
          const { payment, funds, amount } = error as PaymentError
          told.set(payment.id, funds === 'untouched' ? 0n : amount)
        }
        payer.close()
      }
      const sum = [...told.values()].reduce((all, one) => all + one, 0n)
      expect(sum).toBeGreaterThanOrEqual(BigInt(server.settled.size) * 15_000n)
      const nonces = server.payments.map(({ authorization }) => authorization.nonce)
      expect(new Set(server.headersSeen).size).toBe(new Set(nonces).size)
      await server.close()
    }),
    { numRuns: 15 },
  )
}, 60_000)

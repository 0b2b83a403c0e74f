import { expect } from 'vitest'
import { openHttp } from '../../http/send-request.ts'
import { PaymentError } from '../delivery/payment-error.ts'
import type { PaymentStep } from '../delivery/ports.ts'
import { payAndRetry } from '../pay-and-retry.ts'
import type { PayerOptions } from '../payer-options.ts'
import type { Mode, startPaidServer } from './hostile-server.ts'
import { requestTo, scratchFolder, testClock, testPayer } from './test-payer.ts'

/** Price of the request of every turn, atomic units. */
export const turnAmount = 15_000n
const timeoutSeconds = 60n

/** One run of the command, what its server does, and what happens before the next run. */
export type Turn = {
  mode: Mode
  /** The process is killed there, and says nothing. */
  dieAt: PaymentStep | undefined
  /** The client is suspended after the chain answered this call, for so long. */
  suspended: { after: 'eth_getBlockByNumber' | 'eth_call'; ms: number } | undefined
  /** After the run, the server settles every payment that the chain still accepts. */
  settlesLater: boolean
  laterMs: number
}

type Server = Awaited<ReturnType<typeof startPaidServer>>

/** One user on a machine of their own: what they were told, and what the chain did. */
export function openUser(server: Server) {
  const folder = scratchFolder()
  const clock = testClock()
  server.followClock(clock.now)
  const first = server.payments.length
  const told = new Map<string, bigint>()
  const delivered = new Set<string>()
  const signed = () => server.payments.slice(first).map(({ authorization }) => authorization)

  /** The rule of the token: a signature settles until its end. */
  const settleAll = () => {
    for (const { nonce, validBefore } of signed())
      if (BigInt(Math.floor(clock.now() / 1_000)) < validBefore) server.settled.add(nonce)
  }
  const settledSum = () => {
    const nonces = new Set(signed().map(({ nonce }) => nonce))
    return turnAmount * BigInt([...nonces].filter((nonce) => server.settled.has(nonce)).length)
  }
  /** While the client sleeps, the server settles what it can. */
  const send = (suspended: Turn['suspended']): PayerOptions['send'] => {
    const http = openHttp()
    return async (request, ...rest) => {
      const answer = await http(request, ...rest)
      if (suspended && request.body?.includes(`"${suspended.after}"`)) {
        settleAll()
        clock.advance(suspended.ms)
      }
      return answer
    }
  }

  async function run({ mode, dieAt, suspended }: Pick<Turn, 'mode' | 'dieAt' | 'suspended'>) {
    server.become(mode)
    let isDead = false
    const { payer } = testPayer(folder.path, server.url, {
      clock,
      rpcUrl: server.rpcUrl,
      send: send(suspended),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      processes: { pid: process.pid, isAlive: () => false },
      step(name) {
        if (isDead || name !== dieAt) return
        isDead = true
        throw new Error('killed')
      },
    })
    try {
      const answer = await payAndRetry(requestTo(server.url), payer)
      if (isDead) return
      told.set(answer.purchase!.id, answer.paid)
      answer.delivered()
      delivered.add(signed().at(-1)!.nonce)
    } catch (error) {
      if (isDead) return
      expect(error).toBeInstanceOf(PaymentError)
      const { payment, funds, amount } = error as PaymentError
      told.set(payment.id, funds === 'untouched' ? 0n : amount)
    } finally {
      checkBudget(payer.budget.standing().day)
      payer.close()
    }
  }

  /** What `fiq budget` says covers what moved, whoever was killed. */
  const checkBudget = (spent: bigint) => expect(spent).toBeGreaterThanOrEqual(settledSum())

  /** A new signature comes only after the answer of the last, or after its end. */
  function checkSignatures(): void {
    const all = [...new Map(signed().map((one) => [one.nonce, one])).values()]
    const headers = new Set(server.headersSeen.slice(first))
    expect(headers.size).toBe(all.length)
    for (const [index, { validBefore }] of all.entries())
      for (const earlier of all.slice(0, index))
        expect(
          delivered.has(earlier.nonce) || validBefore - timeoutSeconds >= earlier.validBefore,
        ).toBe(true)
  }

  return {
    /** What was said of each purchase to be spent or at risk, atomic units. */
    told,
    async play({ settlesLater, laterMs, ...turn }: Turn): Promise<void> {
      await run(turn)
      if (settlesLater) settleAll()
      checkSignatures()
      clock.advance(laterMs)
    },
    /** A last run with an honest server: then all is told. */
    async end(): Promise<void> {
      settleAll()
      await run({ mode: {}, dieAt: undefined, suspended: undefined })
      checkSignatures()
      const sum = [...told.values()].reduce((all, one) => all + one, 0n)
      expect(sum).toBeGreaterThanOrEqual(settledSum())
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

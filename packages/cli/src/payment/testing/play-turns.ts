import { FiqError } from '@fiq/shared/errors'
import { expect } from 'vitest'
import { openHttp } from '../../http/send-request.ts'
import { PaymentError } from '../delivery/payment-error.ts'
import type { PaidAnswer, Payer, PaymentStep } from '../delivery/ports.ts'
import { ranMsMin } from '../journal/is-recent.ts'
import { openDatabase } from '../journal/open-database.ts'
import { payAndRetry } from '../pay-and-retry.ts'
import type { PayerOptions } from '../payer-options.ts'
import type { Mode, startPaidServer } from './hostile-server.ts'
import { requestTo, scratchFolder, testClock, testPayer } from './test-payer.ts'

/** Price of the request of every turn, atomic units. */
export const turnAmount = 15_000n

/** One run of the command, the behaviour of its server, and what happens before the next run. */
export type Turn = {
  mode: Mode
  /** Kills the process at this step, without output. */
  dieAt: PaymentStep | undefined
  /** Suspends the client for this time after the chain answered this call. */
  suspended: { after: 'eth_getBlockByNumber' | 'eth_call'; ms: number } | undefined
  /** Whether the server settles, after the run, every payment that the chain still accepts. */
  settlesLater: boolean
  laterMs: number
  /** Then the clock of the user's machine is set, this much ahead of the chain's. */
  setAheadMs?: number | undefined
}

type Server = Awaited<ReturnType<typeof startPaidServer>>

/** The answer or the error of one run. Anything but a `FiqError` is a fault. */
function answerOf(url: URL, payer: Payer): Promise<PaidAnswer | FiqError> {
  return payAndRetry(requestTo(url), payer).catch((error: unknown) => {
    if (error instanceof FiqError) return error
    throw error
  })
}

/** One user on one machine, with what fiq reported to the user, and what the chain did. */
export function openUser(server: Server) {
  const folder = scratchFolder()
  /** The time of the chain. */
  const clock = testClock()
  let aheadMs = 0
  const userClock = { now: () => clock.now() + aheadMs, sleep: clock.sleep }
  server.followClock(clock.now)
  const first = server.payments.length
  const told = new Map<string, bigint>()
  const delivered = new Set<string>()
  /** When each signature was made, by the chain. Unix seconds. */
  const signedAt: bigint[] = []
  const signed = () => server.payments.slice(first).map(({ authorization }) => authorization)

  /** Settles all signatures that have not expired, as the token allows. */
  const settleAll = () => {
    for (const { nonce, validBefore } of signed())
      if (BigInt(Math.floor(clock.now() / 1_000)) < validBefore) server.settled.add(nonce)
  }
  const settledSum = () => {
    const nonces = new Set(signed().map(({ nonce }) => nonce))
    return turnAmount * BigInt([...nonces].filter((nonce) => server.settled.has(nonce)).length)
  }
  /** While the client is suspended, the server settles what it can. */
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

  const secondsNow = () => BigInt(Math.floor(clock.now() / 1_000))

  async function run({ mode, dieAt, suspended }: Pick<Turn, 'mode' | 'dieAt' | 'suspended'>) {
    server.become(mode)
    let isDead = false
    const { payer } = testPayer(folder.path, server.url, {
      clock: userClock,
      rpcUrl: server.rpcUrl,
      send: send(suspended),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      processes: { pid: process.pid, isAlive: () => false, uptime: clock.now },
      step(name) {
        if (name === 'signature journaled') signedAt.push(secondsNow())
        if (isDead || name !== dieAt) return
        isDead = true
        throw new Error('killed')
      },
    })
    try {
      const answer = await answerOf(server.url, payer)
      if (isDead) return
      if (answer instanceof PaymentError)
        told.set(answer.payment.id, answer.funds === 'untouched' ? 0n : answer.amount)
      else if (answer instanceof FiqError || !answer.purchase) checkNothingOpen()
      else {
        told.set(answer.purchase.id, answer.paid)
        answer.delivered()
        delivered.add(signed().at(-1)!.nonce)
      }
    } catch (error) {
      if (!isDead) throw error
    } finally {
      checkBudget(payer.budget.standing().days30)
      payer.close()
    }
  }

  /** The times of the signatures, which are in the journal in the order in which they were made. */
  function signatureTimes(): ReadonlyMap<string, bigint> {
    const database = openDatabase(folder.path)
    const rows = database.rows(
      'SELECT nonce FROM purchases WHERE signed IS NOT NULL ORDER BY rowid',
    )
    database.close()
    expect(rows).toHaveLength(signedAt.length)
    return new Map(rows.map(({ nonce }, place) => [String(nonce), signedAt[place]!]))
  }

  /**
   * An answer or an error without a payment is about an untouched wallet. After the clock was set
   * forward by days, a payment is forgotten when the machine has run for ten minutes.
   */
  function checkNothingOpen(): void {
    const [seconds, times] = [secondsNow(), signatureTimes()]
    for (const { nonce, validBefore } of signed()) {
      const isForgotten = aheadMs > 0 && seconds >= times.get(nonce)! + BigInt(ranMsMin / 1_000)
      const isOver = validBefore <= seconds && !server.settled.has(nonce)
      expect(delivered.has(nonce) || isForgotten || isOver).toBe(true)
    }
  }

  /** The spent amount in `fiq budget` covers what moved, whichever process was killed. */
  const checkBudget = (spent: bigint) => expect(spent).toBeGreaterThanOrEqual(settledSum())

  /**
   * Checks that a new signature is made only after the answer of the last one, or after its expiry.
   */
  function checkSignatures(): void {
    const all = [...new Map(signed().map((one) => [one.nonce, one])).values()]
    const headers = new Set(server.headersSeen.slice(first))
    expect(headers.size).toBe(all.length)
    const times = signatureTimes()
    for (const [index, { nonce }] of all.entries())
      for (const earlier of all.slice(0, index))
        expect(delivered.has(earlier.nonce) || times.get(nonce)! >= earlier.validBefore).toBe(true)
  }

  return {
    /** What was reported for each purchase as spent or at risk, atomic units. */
    told,
    async play({ settlesLater, laterMs, setAheadMs = aheadMs, ...turn }: Turn): Promise<void> {
      await run(turn)
      if (settlesLater) settleAll()
      checkSignatures()
      clock.advance(laterMs)
      aheadMs = setAheadMs
    },
    /** A last run with a correct server, after which everything is reported. */
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

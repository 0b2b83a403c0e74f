import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AnswerLimits, answerLimits, type PaymentRecord } from '../payment-record.ts'
import { claimOf, createdAt, hex, keyOf, settlement } from './payments.ts'

/** A database of one test, with a function that opens connections to it. */
export type RecordScene = {
  open(limits?: AnswerLimits): Promise<PaymentRecord>
  end(): Promise<void>
}

const key = keyOf(1)
const claim = claimOf(key)
const answer = { status: 200, body: '{"data":{"é":"€"}}', paymentResponse: 'receipt' }
const dayMs = 86_400_000

/** Tests that every driver of the payment record passes. */
export function describePaymentRecord(name: string, prepare: () => Promise<RecordScene>): void {
  describe(`the payment record on ${name}`, () => {
    let scene: RecordScene
    let record: PaymentRecord
    beforeEach(async () => {
      scene = await prepare()
      record = await scene.open()
    })
    afterEach(async () => {
      await record.close()
      await scene.end()
    })

    test('default: a payment moves from claimed to answered, and is read back complete', async () => {
      expect(await record.claim(claim)).toBe(true)
      expect(await record.find(key)).toEqual({ ...claim, state: 'claimed' })
      await record.broadcast(key, hex('e', 32))
      expect(await record.find(key)).toEqual({
        ...claim,
        state: 'broadcast',
        transaction: hex('e', 32),
      })
      await record.settled(key, settlement)
      expect(await record.find(key)).toEqual({ ...claim, state: 'settled', ...settlement })
      await record.answered(key, answer)
      expect(await record.find(key)).toEqual({ ...claim, state: 'answered', ...settlement, answer })
    })

    test('default: settles and answers in one write, from every earlier state', async () => {
      for (const [n, state] of ['claimed', 'broadcast', 'failed', 'settled', 'owed'].entries()) {
        const own = claimOf(keyOf(n))
        await record.claim(own)
        if (state === 'broadcast') await record.broadcast(own, hex('e', 32))
        if (state === 'failed') await record.failed(own, 'no')
        if (state === 'settled' || state === 'owed') await record.settled(own, settlement)
        if (state === 'owed') await record.owed(own, 'no')
        await record.answered(own, answer, settlement)
        expect(await record.find(own)).toEqual({ ...own, state: 'answered', ...settlement, answer })
      }
    })

    test('behavior: a transaction that replaces another is the one that settles', async () => {
      await record.claim(claim)
      for (const digit of ['1', '2', '2', '3']) await record.broadcast(key, hex(digit, 32))
      expect(await record.find(key)).toMatchObject({ transaction: hex('3', 32) })
    })

    test('behavior: reads back exact numbers of 256 bits that a payer signs', async () => {
      const forever = claimOf(key, { value: 2n ** 63n - 1n, validBefore: 2n ** 256n - 1n })
      await record.claim(forever)
      expect(await record.find(key)).toEqual({ ...forever, state: 'claimed' })
    })

    test('behavior: an identifier belongs to one payment of a payer', async () => {
      const identifier = 'pay_7d5d747be160e280504c099d984bcfe0'
      const other = claimOf(keyOf(2))
      const stranger = claimOf({ ...keyOf(3), payer: hex('7', 20) })
      expect(await record.findNamed(key.payer, identifier)).toBeUndefined()
      expect(await record.claim({ ...claim, identifier })).toBe(true)
      expect(await record.claim({ ...other, identifier })).toBe(false)
      expect(await record.find(keyOf(2))).toBeUndefined()
      expect(await record.claim({ ...stranger, identifier })).toBe(true)
      const named = { ...claim, identifier, state: 'claimed' }
      expect(await record.findNamed(key.payer, identifier)).toEqual(named)
      expect(await record.findNamed(key.payer, `${identifier}0`)).toBeUndefined()
    })

    test('behavior: reads back a signature of any length', async () => {
      const signed = { ...claim.signed, signature: hex('5', 1_000) }
      await record.claim({ ...claim, signed })
      expect((await record.find(key))?.signed.signature).toBe(hex('5', 1_000))
    })

    test('behavior: one of 100 concurrent claims of a key over two connections succeeds', async () => {
      const other = await scene.open()
      const claims = Array.from({ length: 100 }, (_, place) => ({
        ...claim,
        request: `request ${place}`,
      }))
      const won = await Promise.all(
        claims.map((each, place) => (place % 2 === 0 ? record : other).claim(each)),
      )
      const winners = claims.filter((_, place) => won[place])
      expect(winners).toHaveLength(1)
      expect((await record.find(key))?.request).toBe(winners[0]?.request)
      expect((await other.find(key))?.request).toBe(winners[0]?.request)
      await other.close()
    })

    test('behavior: one connection sees at once what another wrote', async () => {
      const other = await scene.open()
      for (const n of Array.from({ length: 20 }, (_, place) => place)) {
        const [writer, reader] = n % 2 === 0 ? [record, other] : [other, record]
        await writer.claim(claimOf(keyOf(n)))
        expect((await reader.find(keyOf(n)))?.state).toBe('claimed')
      }
      await other.close()
    })

    test('behavior: stores concurrent claims of many keys', async () => {
      const keys = Array.from({ length: 500 }, (_, n) => keyOf(n))
      expect(await Promise.all(keys.map((each) => record.claim(claimOf(each))))).toEqual(
        keys.map(() => true),
      )
      expect(await record.unfinished()).toHaveLength(500)
    })

    test('behavior: reads back an answer of one compressed megabyte unchanged', async () => {
      const body = JSON.stringify({ data: randomBytes(1_000_000).toString('base64') })
      await settle(record)
      await record.answered(key, { ...answer, body })
      expect((await record.find(key))?.answer?.body === body).toBe(true)
    })

    test('behavior: withholds the answer from a request without proof', async () => {
      await record.claim({ ...claim, secretHash: '5'.repeat(64) })
      await record.settled(key, settlement)
      expect(await record.find(key, {})).toEqual(await record.find(key))
      await record.answered(key, answer)
      const whole = await record.find(key)
      expect(whole).toMatchObject({ state: 'answered', answer })
      const { answer: _, ...rest } = whole!
      for (const shown of [{}, { secretHash: undefined }, { secretHash: '6'.repeat(64) }])
        expect(await record.find(key, shown)).toEqual({ ...rest, isWithheld: true })
      expect(await record.find(key, { secretHash: '5'.repeat(64) })).toEqual(whole)
    })

    test('behavior: does not store an answer above the maximum, and the payment is answered', async () => {
      const small = await scene.open({ ...answerLimits, answerBytesMax: 100 })
      await settle(small)
      await small.answered(key, { ...answer, body: 'x'.repeat(101) })
      expect(await small.find(key)).toEqual({ ...claim, state: 'answered', ...settlement })
      expect(await small.unfinished()).toEqual([])
      await small.close()
    })

    test('behavior: lists only unfinished payments, oldest first', async () => {
      const states = ['claimed', 'broadcast', 'settled', 'failed', 'owed', 'answered'] as const
      const ended = Object.fromEntries(states.map((state) => [state, { count: 1 }]))
      for (const [n, state] of states.entries()) {
        await record.claim({ ...claimOf(keyOf(n)), createdAt: createdAt - n })
        if (state !== 'claimed') await record.broadcast(keyOf(n), settlement.transaction)
        if (state === 'failed') await record.failed(keyOf(n), 'insufficient_funds')
        if (['settled', 'owed', 'answered'].includes(state))
          await record.settled(keyOf(n), settlement)
        if (state === 'owed') await record.owed(keyOf(n), 'UPSTREAM_UNAVAILABLE')
        if (state === 'answered') await record.answered(keyOf(n), answer)
      }
      const rows = await record.unfinished()
      expect(rows.map(({ state }) => state)).toEqual(['settled', 'broadcast', 'claimed'])
      expect(await record.find(keyOf(3))).toMatchObject({ reason: 'insufficient_funds' })
      expect(await record.find(keyOf(4))).toMatchObject({ reason: 'UPSTREAM_UNAVAILABLE' })
      expect(await record.totals()).toMatchObject(ended)
    })

    test('behavior: totals are exact beyond 2^53, and beyond 64 bits', async () => {
      const value = 2n ** 63n - 1n
      for (const n of [1, 2, 3]) await record.claim(claimOf(keyOf(n), { value }))
      await record.claim(claimOf(keyOf(4), { value: 2n ** 53n + 1n }))
      await settle(record, 4)
      expect(await record.totals()).toEqual({
        claimed: { count: 3, amount: 3n * value },
        broadcast: { count: 0, amount: 0n },
        settled: { count: 1, amount: 9_007_199_254_740_993n },
        answered: { count: 0, amount: 0n },
        failed: { count: 0, amount: 0n },
        owed: { count: 0, amount: 0n },
        reserved: { count: 0, amount: 0n },
        advanced: { count: 0, amount: 0n },
        unpaid: { count: 0, amount: 0n },
        reorganised: { count: 0, amount: 0n },
        uncollectible: { count: 0, amount: 0n },
      })
    })

    test('behavior: a payment only moves forward, and its first answer stays', async () => {
      await settle(record)
      await record.answered(key, answer)
      const whole = await record.find(key)
      await record.settled(key, { transaction: hex('9', 32), logIndex: 9 })
      await record.failed(key, 'late')
      await record.owed(key, 'late')
      const other = { ...answer, body: 'another' }
      expect(await record.answered(key, other)).toEqual(answer)
      expect(await record.find(key)).toEqual(whole)
    })

    test('behavior: a payment recorded as failed becomes settled if the chain settled it', async () => {
      await record.claim(claim)
      await record.failed(key, 'timeout')
      await record.settled(key, settlement)
      expect(await record.find(key)).toEqual({ ...claim, state: 'settled', ...settlement })
    })

    test('behavior: an owed payment becomes answered', async () => {
      await settle(record)
      await record.owed(key, 'UPSTREAM_UNAVAILABLE')
      await record.answered(key, answer)
      expect(await record.find(key)).toEqual({ ...claim, state: 'answered', ...settlement, answer })
    })

    test('behavior: prunes old answers, a limited number at once, and no payments', async () => {
      for (const n of [1, 2, 3]) await answerLater(record, n)
      await record.claim(claimOf(keyOf(4)))
      await settle(record, 5)
      await settle(record, 6)
      await record.owed(keyOf(6), 'down')
      expect(await record.prune(createdAt + dayMs)).toBe(0)
      expect(await record.prune(createdAt + 2 * dayMs, 2)).toBe(2)
      expect(await record.prune(createdAt + 2 * dayMs, 2)).toBe(1)
      expect(await record.prune(createdAt + 2 * dayMs, 2)).toBe(0)
      expect(await record.find(keyOf(1))).toEqual({
        ...claimOf(keyOf(1)),
        state: 'answered',
        ...settlement,
      })
      expect(await record.find(keyOf(4))).toMatchObject({ state: 'claimed' })
      expect(await record.find(keyOf(5))).toMatchObject({ state: 'settled' })
      expect(await record.find(keyOf(6))).toMatchObject({ state: 'owed', reason: 'down' })
    })

    test('behavior: stores an answer until validBefore if that is later than a day', async () => {
      const validBefore = BigInt(createdAt / 1_000) + 172_800n
      await record.claim(claimOf(key, { validBefore }))
      await record.settled(key, settlement)
      await record.answered(key, answer)
      expect(await record.prune(createdAt + 2 * dayMs)).toBe(0)
      expect(await record.prune(createdAt + 2 * dayMs + 1)).toBe(1)
    })

    test('behavior: never prunes the answer of a payment that has not settled', async () => {
      await record.reserve(claimOf(key), 10_000_000n, 10_000_000n)
      await record.advanced(key, answer)
      expect(await record.prune(createdAt + 400 * dayMs)).toBe(0)
      expect(await record.find(key)).toMatchObject({ state: 'advanced', answer: { status: 200 } })
    })

    test('behavior: prunes failed payments that were never sent, a day after they could settle', async () => {
      const validBefore = BigInt(createdAt / 1_000) + 172_800n
      const never = 10n ** 20n - 1n
      await record.claim(claimOf(keyOf(1), { validBefore }))
      await record.claim(claimOf(keyOf(2), { validBefore: never }))
      // The first to expire. It stays, and must not use up the rows of a round.
      await record.claim(claimOf(keyOf(3), { validBefore: validBefore - 3_600n }))
      await record.claim(claimOf(keyOf(4), { validBefore }))
      await record.broadcast(keyOf(3), hex('e', 32))
      for (const failed of [1, 2, 3]) await record.failed(keyOf(failed), 'insufficient_funds')
      expect(await record.prune(createdAt + 3 * dayMs)).toBe(0)
      expect(await record.prune(createdAt + 3 * dayMs + 1, 1)).toBe(1)
      expect(await record.find(keyOf(1))).toBeUndefined()
      expect(await record.find(keyOf(2))).toMatchObject({ state: 'failed' })
      // A payment of an earlier version, which accepted a `validBefore` of twenty digits.
      expect(await record.prune(createdAt + 31 * dayMs)).toBe(0)
      expect(await record.prune(createdAt + 31 * dayMs + 1)).toBe(1)
      expect(await record.find(keyOf(2))).toBeUndefined()
      expect(await record.find(keyOf(3))).toMatchObject({ state: 'failed' })
      expect(await record.find(keyOf(4))).toMatchObject({ state: 'claimed' })
    })

    describe('answers before settlement', () => {
      const advance = { status: answer.status, body: answer.body }
      const later = claimOf(keyOf(2))
      const paidBefore = async () => {
        await settle(record)
        await record.answered(key, answer)
      }

      test("default: reserves, answers, and settles later; then the payer's exposure is free again", async () => {
        await paidBefore()
        expect(await record.reserve(later, 10n ** 12n)).toBe('reserved')
        expect(await record.find(keyOf(2))).toEqual({ ...later, state: 'reserved' })
        expect(await record.reserve(later, 10n ** 12n)).toBe('already-claimed')
        await record.advanced(keyOf(2), advance)
        const advanced = { ...later, state: 'advanced', answer: advance }
        expect(await record.find(keyOf(2))).toEqual(advanced)
        await record.broadcast(keyOf(2), hex('e', 32))
        const transaction = hex('e', 32)
        expect(await record.find(keyOf(2))).toEqual({ ...advanced, transaction })
        expect((await record.unfinished()).map(({ state }) => state)).toEqual(['advanced'])
        expect(await record.reserve(claimOf(keyOf(3)), 10n ** 12n)).toBe('over-exposure')
        for (const _ of [1, 2]) await record.settled(keyOf(2), settlement)
        expect(await record.find(keyOf(2))).toEqual({
          ...advanced,
          state: 'answered',
          ...settlement,
        })
        expect(await record.reserve(claimOf(keyOf(3)), 10n ** 12n)).toBe('reserved')
      })

      test('behavior: the first of two concurrent answers over two connections stays', async () => {
        await paidBefore()
        await record.reserve(later, 10n ** 12n)
        const other = await scene.open()
        const stands = await Promise.all([
          record.advanced(keyOf(2), advance),
          other.advanced(keyOf(2), { ...advance, body: '{"data":"another"}' }),
        ])
        expect(stands[0]).toEqual(stands[1])
        expect((await record.find(keyOf(2)))?.answer).toEqual(stands[0])
        await other.close()
      })

      test('behavior: the exposure of a payer is at most its settled payments, and the limit', async () => {
        expect(await record.reserve(later, 10n ** 12n)).toBe('over-exposure')
        await paidBefore()
        expect(await record.reserve(claimOf(keyOf(2), { value: 10_000_001n }), 10n ** 12n)).toBe(
          'over-exposure',
        )
        expect(await record.reserve(later, 9_999_999n)).toBe('over-exposure')
        expect(await record.find(keyOf(2))).toBeUndefined()
        const stranger = claimOf({ ...keyOf(2), payer: hex('7', 20) })
        expect(await record.reserve(stranger, 10n ** 12n)).toBe('over-exposure')
        expect(await record.reserve(later, 10_000_000n)).toBe('reserved')
      })

      test('behavior: new wallets share one exposure, which a settlement frees', async () => {
        const wallets = Array.from({ length: 50 }, (_, n) => ({
          ...keyOf(n + 2),
          payer: hex((n + 16).toString(16), 20),
        }))
        const other = await scene.open()
        const outcomes = await Promise.all(
          wallets.map((wallet, n) =>
            (n % 2 === 0 ? record : other).reserve(
              claimOf(wallet, { value: 1_000_000n }),
              10n ** 12n,
              3_500_000n,
            ),
          ),
        )
        expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3)
        expect(outcomes.filter((outcome) => outcome === 'over-exposure')).toHaveLength(47)
        const trusted = wallets.filter((_, n) => outcomes[n] === 'reserved')
        const next = claimOf(wallets.find((_, n) => outcomes[n] === 'over-exposure')!, {
          value: 1_000_000n,
        })
        // Answered and never paid: from now on it counts against all new wallets.
        await record.advanced(trusted[0]!, advance)
        await record.failed(trusted[0]!, 'authorization_canceled')
        expect(await record.reserve(next, 10n ** 12n, 3_500_000n)).toBe('over-exposure')
        await record.advanced(trusted[1]!, advance)
        await record.settled(trusted[1]!, settlement)
        expect(await record.reserve(next, 10n ** 12n, 3_500_000n)).toBe('reserved')
        // A wallet with a settled payment has its own exposure.
        const again = claimOf({ ...keyOf(99), payer: trusted[1]!.payer }, { value: 1_000_000n })
        expect(await record.reserve(again, 10n ** 12n)).toBe('reserved')
        await other.close()
      })

      test('behavior: 50 concurrent reservations over two connections stay within the limit', async () => {
        await paidBefore()
        const other = await scene.open()
        const tries = Array.from({ length: 50 }, (_, n) =>
          (n % 2 === 0 ? record : other).reserve(
            claimOf(keyOf(n + 2), { value: 1_000_000n }),
            3_000_000n,
          ),
        )
        const outcomes = await Promise.all(tries)
        expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3)
        expect(await record.totals()).toMatchObject({ reserved: { count: 3, amount: 3_000_000n } })
        await other.close()
      })

      test('error: a payment that fails after its answer is unpaid, and counts until it settles', async () => {
        await paidBefore()
        await record.reserve(later, 10n ** 12n)
        await record.advanced(keyOf(2), advance)
        await record.failed(keyOf(2), 'insufficient_funds')
        expect(await record.find(keyOf(2))).toMatchObject({
          state: 'unpaid',
          reason: 'insufficient_funds',
          answer: { body: answer.body },
        })
        expect(await record.unfinished()).toEqual([])
        expect(await record.reserve(claimOf(keyOf(3)), 10n ** 12n)).toBe('over-exposure')
        expect(await record.claim(claimOf(keyOf(3)))).toBe(true)
        await record.settled(keyOf(2), settlement)
        expect(await record.find(keyOf(2))).toMatchObject({ state: 'answered', ...settlement })
        expect(await record.reserve(claimOf(keyOf(4)), 10n ** 12n)).toBe('reserved')
      })

      test.each(['failed', 'settled', 'broadcast'] as const)(
        'behavior: a reserved payment without an answer that becomes %s no longer counts',
        async (end) => {
          await paidBefore()
          await record.reserve(later, 10n ** 12n)
          if (end === 'failed') await record.failed(keyOf(2), 'expired')
          if (end === 'settled') await record.settled(keyOf(2), settlement)
          if (end === 'broadcast') await record.broadcast(keyOf(2), settlement.transaction)
          expect((await record.find(keyOf(2)))?.state).toBe(end)
          expect(await record.reserve(claimOf(keyOf(3)), 10n ** 12n)).toBe('reserved')
        },
      )

      test('behavior: a reserved payment that is settled and answered in one write no longer counts', async () => {
        await paidBefore()
        await record.reserve(later, 10n ** 12n)
        expect(await record.answered(keyOf(2), answer, settlement)).toEqual(answer)
        const answered = { ...later, state: 'answered', ...settlement, answer }
        expect(await record.find(keyOf(2))).toEqual(answered)
        expect(await record.reserve(claimOf(keyOf(3)), 10n ** 12n)).toBe('reserved')
      })

      test.each(['settled', 'owed'] as const)(
        'behavior: a payment that becomes %s while its answer is executed has bought that answer',
        async (state) => {
          await paidBefore()
          await record.reserve(later, 10n ** 12n)
          await record.settled(keyOf(2), settlement)
          if (state === 'owed') await record.owed(keyOf(2), 'The server stopped.')
          expect(await record.advanced(keyOf(2), advance)).toEqual(advance)
          expect(await record.find(keyOf(2))).toMatchObject({ state: 'answered', answer: advance })
        },
      )

      test('error: a payment that fails while its answer is executed has no answer', async () => {
        await paidBefore()
        await record.reserve(later, 10n ** 12n)
        await record.failed(keyOf(2), 'expired')
        await expect(record.advanced(keyOf(2), advance)).rejects.toMatchObject({ code: 'INTERNAL' })
        expect(await record.find(keyOf(2))).toMatchObject({ state: 'failed' })
      })

      test('error: refuses to answer a payment first that was not reserved', async () => {
        await record.claim(claim)
        await expect(record.advanced(key, advance)).rejects.toMatchObject({ code: 'INTERNAL' })
      })
    })

    test('error: refuses every move of a payment that was never claimed', async () => {
      expect(await record.find(key)).toBeUndefined()
      for (const move of [
        () => record.broadcast(key, settlement.transaction),
        () => record.settled(key, settlement),
        () => record.failed(key, 'no'),
        () => record.owed(key, 'no'),
        () => record.answered(key, answer),
      ])
        await expect(move()).rejects.toMatchObject({ code: 'INTERNAL' })
      expect(await record.find(key)).toBeUndefined()
    })

    test('error: refuses an answer without a settlement', async () => {
      await record.claim(claim)
      await expect(record.answered(key, answer)).rejects.toMatchObject({ code: 'INTERNAL' })
      expect(await record.find(key)).toEqual({ ...claim, state: 'claimed' })
    })

    test('error: refuses a broadcast of a payment in a last state', async () => {
      await record.claim(claim)
      await record.failed(key, 'expired')
      await expect(record.broadcast(key, settlement.transaction)).rejects.toMatchObject({
        code: 'INTERNAL',
        facts: [`Nonce: ${key.nonce}`, 'State: failed'],
      })
    })

    test('error: a write that fails rejects its own caller, and concurrent writes are stored', async () => {
      const tooMuch = claimOf(keyOf(2), { value: 2n ** 63n })
      const outcomes = await Promise.allSettled([
        record.claim(claimOf(keyOf(1))),
        record.claim(tooMuch),
        record.claim({ ...claimOf(keyOf(3)), createdAt: createdAt + 1 }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({
        reason: { message: expect.stringMatching(/range|too large/) },
      })
      expect((await record.unfinished()).map(({ nonce }) => nonce)).toEqual([
        keyOf(1).nonce,
        keyOf(3).nonce,
      ])
    })

    test('error: rejects every call after closing; closing again has no effect', async () => {
      await record.close()
      await record.close()
      await expect(record.claim(claim)).rejects.toThrow()
      await expect(record.find(key)).rejects.toThrow()
    })
  })
}

async function settle(record: PaymentRecord, n = 1): Promise<void> {
  await record.claim(claimOf(keyOf(n), n === 4 ? { value: 2n ** 53n + 1n } : {}))
  await record.settled(keyOf(n), settlement)
}

async function answerLater(record: PaymentRecord, n: number): Promise<void> {
  await settle(record, n)
  await record.answered(keyOf(n), answer)
}

import { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { digestOf, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { createMemoryRateLimit } from '../rate-limit/rate-limit.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { answerOperation } from './answer-operation.ts'
import { createInFlight } from './in-flight.ts'
import type { PaidAnswer, PaymentPorts } from './ports.ts'
import { createUnprovenAttempts } from './proof/unproven-attempts.ts'

const contract = {
  schema: buildSchema('type Query { status: Int }'),
  tariff: { version: 't', rates: { 'Query.status': { credits: 1 } } },
}
const priced = priceRequest(contract, prepareOperation(contract, '{ status }'), {})
const payer = `0x${'a'.repeat(40)}` as const
const payTo = `0x${'b'.repeat(40)}` as const
const key = { payer, nonce: `0x${'7'.repeat(64)}` as const }
const authorization = {
  ...{ from: payer, to: payTo, nonce: key.nonce, value: 15_000n },
  ...{ validAfter: 0n, validBefore: 2_000n },
}
const payment = {
  ...{ authorization, signature: '0x01', secretHash: '5'.repeat(64) },
} as unknown as Payment

/** The outcomes of one instance. Each may differ from those of the other. */
const behaviour = fc.record({
  isVerified: fc.boolean(),
  isFeeLow: fc.boolean(),
  settles: fc.constantFrom('settled', 'settled', 'refused', 'unknown'),
  answers: fc.constantFrom('whole', 'in part', 'not'),
  consents: fc.boolean(),
  isFirst: fc.boolean(),
})
type Behaviour = typeof behaviour extends fc.Arbitrary<infer value> ? value : never

/** The money of the payment moves at most once, in whichever transaction is mined first. */
type Chain = { transaction?: `0x${string}` }

function instance(
  name: string,
  does: Behaviour,
  { record, chain, pause }: { record: PaymentRecord; chain: Chain; pause(): Promise<void> },
): PaymentPorts {
  const after =
    <args extends unknown[], result>(run: (...args: args) => Promise<result>) =>
    async (...args: args) => {
      await pause()
      const result = await run(...args)
      await pause()
      return result
    }
  const reason = 'invalid_exact_evm_insufficient_balance'
  const transaction = `0x${name.repeat(64)}` as const
  const isUsed = async () => chain.transaction !== undefined
  return {
    preflight: async () => {},
    rehearse: async () => {},
    sold() {},
    digestOf,
    boughtOf: () => ({ text: 'status', areas: [] }),
    payTo,
    facilitator: {
      verify: after(async () =>
        does.isVerified
          ? { isValid: true as const, payer }
          : { isValid: false as const, payer, reason, message: 'not valid' },
      ),
      waitForFee: after(async () => {
        if (!does.isFeeLow) throw new FiqError('SETTLEMENT_TOO_EXPENSIVE', 'Gas is dear.')
      }),
      settle: after(async (_, { onBroadcast }) => {
        if (does.settles === 'refused') return { outcome: 'refused', reason, message: 'empty' }
        await onBroadcast(transaction)
        await pause()
        if (does.settles === 'unknown') return { outcome: 'unknown', message: 'silent' }
        chain.transaction ??= transaction
        return { outcome: 'settled', transaction: chain.transaction, logIndex: 0 }
      }),
      findSettlement: async () =>
        chain.transaction
          ? { outcome: 'settled', transaction: chain.transaction }
          : { outcome: 'unused', asOfSeconds: 0n },
      authorizationState: isUsed,
    },
    record: {
      ...record,
      async find(...args) {
        await pause()
        return record.find(...args)
      },
      claim: after(record.claim),
      ...{ reserve: after(record.reserve), advanced: after(record.advanced) },
      ...{ broadcast: after(record.broadcast), settled: after(record.settled) },
      ...{ answered: after(record.answered), failed: after(record.failed) },
      owed: after(record.owed),
    },
    inFlight: createInFlight<PaidAnswer>(),
    proofs: {
      isOfPayer: async () => false,
      refusal: createUnprovenAttempts(createMemoryRateLimit(() => 0)),
    },
    ...(does.consents ? { consents: async () => true } : {}),
    ...(does.isFirst
      ? { advances: { exposureMax: 0n, newWalletsExposureMax: 15_000n, collect() {} } }
      : {}),
    admitPayer: async () => {},
    credits: {} as PaymentPorts['credits'],
    answerOnCredits: () => expect.unreachable(),
    answer: after(async () => {
      if (does.answers === 'not') throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
      const failed = does.answers === 'in part' ? { failed: 1 } : {}
      return { status: 200, body: `{"data":"${name}"}`, ...failed }
    }),
    giftForFailed: async (_, credits) => ({
      ...{ id: name, organisation: 'o', kind: 'refund', credits, reference: 'failed', at: 1 },
    }),
    nowMs: () => 1_000_000,
  }
}

test('property: two instances with one payment never fail once its answer is stored, and give the same', async () => {
  await fc.assert(
    fc.asyncProperty(behaviour, behaviour, fc.infiniteStream(fc.nat(3)), async (a, b, pauses) => {
      const database = openSqliteDatabase(':memory:')
      const record = openPaymentRecord(database)
      const wallet = { id: 'o', name: 'wallet', plan: 'pay-as-you-go', createdAt: 0 }
      await openAccessStore(database).createOrganisation(wallet)
      const pause = async () => {
        const { value: turns } = pauses.next() as { value: number }
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      }
      const world = { record, chain: {}, pause }
      const answers = [instance('a', a, world), instance('b', b, world)].map(async (ports) => {
        try {
          return (await answerOperation(priced, { pays: 'usdc', payment }, ports)).body
        } catch (error) {
          return { error, stored: (await record.find(key))?.answer?.body }
        }
      })
      const outcomes = await Promise.all(answers)
      const stored = (await record.find(key))?.answer?.body
      for (const outcome of outcomes)
        if (typeof outcome === 'string') expect(outcome).toBe(stored)
        else expect(outcome).toMatchObject({ stored: undefined })
      await record.close()
    }),
    { numRuns: 300 },
  )
})

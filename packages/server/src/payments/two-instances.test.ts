import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { digestOf, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createMemoryRateLimit } from '../rate-limit/rate-limit.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import type { Database } from '../storage/database/database.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import {
  createTestSchema,
  openSmallDatabase,
  postgres,
} from '../storage/database/testing/postgres.ts'
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
const payTo = `0x${'b'.repeat(40)}` as const
/** The only payment of a payer. */
function paymentOf(run: number) {
  const [from, nonce] = [40, 64].map((digits) => `0x${String(run).padStart(digits, '0')}` as const)
  const authorization = {
    from,
    to: payTo,
    nonce,
    value: 15_000n,
    validAfter: 0n,
    validBefore: 2_000n,
  }
  const payment = { authorization, signature: '0x01', secretHash: '5'.repeat(64) }
  return { key: { payer: from!, nonce: nonce! }, payment: payment as unknown as Payment }
}

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

/**
 * What both instances share. The money of the payment moves at most once, in whichever transaction
 * is mined first.
 */
type World = { transaction?: `0x${string}`; isStored: boolean }
/** Whether the last step of an instance was to read the record, before an answer was stored. */
type Steps = { endWithRead: boolean }

function instance(
  name: string,
  does: Behaviour,
  {
    record,
    world,
    steps,
    pause,
  }: { record: PaymentRecord; world: World; steps: Steps; pause(): Promise<void> },
): PaymentPorts {
  const after =
    <args extends unknown[], result>(run: (...args: args) => Promise<result>) =>
    async (...args: args) => {
      steps.endWithRead = false
      await pause()
      const result = await run(...args)
      await pause()
      return result
    }
  const stores = <args extends unknown[], result>(write: (...args: args) => Promise<result>) =>
    after(async (...args: args) => {
      const first = await write(...args)
      world.isStored = true
      return first
    })
  const reason = 'invalid_exact_evm_insufficient_balance'
  const transaction = `0x${name.repeat(64)}` as const
  const isUsed = async () => world.transaction !== undefined
  return {
    preflight: async () => {},
    rehearse: async () => {},
    refundFetches() {},
    digestOf,
    boughtOf: () => ({ text: 'status', areas: [] }),
    payTo,
    facilitator: {
      verify: after(async () =>
        does.isVerified
          ? { isValid: true as const, payer: payTo }
          : { isValid: false as const, payer: payTo, reason, message: 'not valid' },
      ),
      waitForFee: after(async () => {
        if (!does.isFeeLow) throw new FiqError('SETTLEMENT_TOO_EXPENSIVE', 'Gas is dear.')
      }),
      settle: after(async (_, { onBroadcast }) => {
        if (does.settles === 'refused') return { outcome: 'refused', reason, message: 'empty' }
        await onBroadcast(transaction)
        await pause()
        if (does.settles === 'unknown') return { outcome: 'unknown', message: 'silent' }
        world.transaction ??= transaction
        return { outcome: 'settled', transaction: world.transaction, logIndex: 0 }
      }),
      findSettlement: async () =>
        world.transaction
          ? { outcome: 'settled', transaction: world.transaction }
          : { outcome: 'unused', asOfSeconds: 0n },
      authorizationState: isUsed,
    },
    record: {
      ...record,
      async find(...args) {
        await pause()
        steps.endWithRead = !world.isStored
        return record.find(...args)
      },
      claim: after(record.claim),
      reserve: after(record.reserve),
      owed: after(record.owed),
      broadcast: after(record.broadcast),
      settled: after(record.settled),
      advanced: stores(record.advanced),
      answered: stores(record.answered),
      failed: after(record.failed),
    },
    inFlight: createInFlight<PaidAnswer>(),
    proofs: {
      isOfPayer: async () => false,
      refusal: createUnprovenAttempts(createMemoryRateLimit(() => 0)),
    },
    ...defined({
      consents: does.consents ? async () => true : undefined,
      advances: does.isFirst
        ? { exposureMax: 0n, newWalletsExposureMax: 15_000n, collect() {} }
        : undefined,
    }),
    admitPayer: async () => {},
    credits: {} as PaymentPorts['credits'],
    answerOnCredits: () => expect.unreachable(),
    answer: after(async () => {
      if (does.answers === 'not') throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
      const failed = does.answers === 'in part' ? { failed: 1 } : {}
      return { status: 200, body: `{"data":"${name}"}`, ...failed }
    }),
    giftForFailed: async ({ nonce: reference }, credits) => ({
      id: `${name}${reference}`,
      organisation: 'o',
      kind: 'refund',
      credits,
      reference,
      at: 1,
    }),
    nowMs: () => 1_000_000,
  }
}

/** Databases of two instances, which are the same one for SQLite. */
type Databases = { of: readonly [Database, Database]; close(): Promise<void> }

async function openPostgresTwice(): Promise<Databases> {
  const schema = await createTestSchema(postgres!)
  const [first, second] = [await openSmallDatabase(schema.url), await openSmallDatabase(schema.url)]
  const close = async () => {
    await Promise.all([first.close(), second.close()])
    await schema.drop()
  }
  return { of: [first, second], close }
}

async function openSqlite(): Promise<Databases> {
  const database = openSqliteDatabase(':memory:')
  return { of: [database, database], close: () => database.close() }
}

describe.each([
  ['SQLite', openSqlite, 300],
  ...(postgres ? [['PostgreSQL', openPostgresTwice, 100] as const] : []),
] as const)('two instances on %s', (_, open, numRuns) => {
  test('property: with one payment never fail once its answer is stored, and give the same', async () => {
    const databases = await open()
    const records = databases.of.map((database) => openPaymentRecord(database))
    const wallet = { id: 'o', name: 'wallet', plan: 'pay-as-you-go', createdAt: 0 }
    await openAccessStore(databases.of[0]).createOrganisation(wallet)
    let run = 0

    const property = async (a: Behaviour, b: Behaviour, pauses: fc.Stream<number>) => {
      run += 1
      const { key, payment } = paymentOf(run)
      // What earlier payments owe.
      await databases.of[0].write({ sql: 'delete from exposures', values: [] })
      const pause = async () => {
        const { value: turns } = pauses.next() as { value: number }
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      }
      const world: World = { isStored: false }
      const answers = [a, b].map(async (does, place) => {
        const record = records[place]!
        const steps = { endWithRead: false }
        const ports = instance('ab'[place]!, does, { record, world, steps, pause })
        try {
          return (await answerOperation(priced, { pays: 'usdc', payment }, ports)).body
        } catch (error) {
          return { error, isTooEarly: !world.isStored || steps.endWithRead }
        }
      })
      const outcomes = await Promise.all(answers)
      const stored = (await records[0]!.find(key))?.answer?.body
      for (const outcome of outcomes)
        if (typeof outcome === 'string') expect(outcome).toBe(stored)
        else expect(outcome).toMatchObject({ isTooEarly: true })
    }
    try {
      const pauses = fc.infiniteStream(fc.nat(3))
      await fc.assert(fc.asyncProperty(behaviour, behaviour, pauses, property), { numRuns })
    } finally {
      await databases.close()
    }
  })
})

import { defined } from '@fiq/shared/defined'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCredits } from '../credits/credits.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import type { PaymentRow, PaymentState, StoredAnswer } from '../storage/payments/payment-record.ts'
import { claimOwed } from './claim-owed.ts'
import { createInFlight, inFlightKey } from './in-flight.ts'
import { unproven } from './proof/payment-refusals.ts'
import type { SignedProof } from './proof/prove-payment.ts'

const payer = `0x${'a'.repeat(40)}` as const
const nonce = `0x${'7'.repeat(64)}` as const
const authorization = {
  from: payer,
  to: payer,
  value: 30_000n,
  validAfter: 0n,
  validBefore: 9n,
  nonce,
}
const signed = { authorization, signature: '0x01' } as const
const secretHash = '5'.repeat(64)
const payment = { ...signed, secretHash } as unknown as Payment
const caller = { payment, address: '192.0.2.1' }

/** A record that keeps the first answer, like the real one. */
function scene(state: PaymentState, change: Partial<PaymentRow> = {}, givenBefore = 0) {
  let row: PaymentRow = {
    payer,
    nonce,
    state,
    request: 'r',
    signed,
    secretHash,
    createdAt: 0,
    ...defined({
      transaction: state === 'failed' ? undefined : (`0x${'c'.repeat(64)}` as const),
      logIndex: state === 'failed' ? undefined : 0,
    }),
    ...change,
  }
  const given: number[] = []
  const ports = {
    record: {
      find: async () => row,
      async answered(_: unknown, answer: StoredAnswer) {
        if (!row.answer) row = { ...row, state: 'answered', answer }
      },
    },
    inFlight: createInFlight<never>(),
    proofs: {
      isOfPayer: async ({ message }: SignedProof) => message === 'of the payer',
      refusal: async () => unproven(),
    },
    credits: {
      grantFor: async () => ({}),
      // The ledger does not give credits for a failed part twice.
      async giveForPayment(_: unknown, { credits }: { credits: number }) {
        given.push(credits)
        return { id: 'wallet-org' }
      },
      givenForFailed: async () => givenBefore,
      balance: async () => ({ prepaid: 10, allotment: 0 }),
    },
  } as unknown as Parameters<typeof claimOwed>[1]
  return { ports, given, answer: () => row.answer, row: () => row }
}

describe('claimOwed', () => {
  test('default: is recorded as the answer before the credits are given', async () => {
    const { ports, given, answer } = scene('owed')
    expect(await claimOwed(caller, ports)).toEqual({
      credits: 10,
      organisation: 'wallet-org',
      wallet: payer,
      creditsLeft: 10,
    })
    expect(given).toEqual([10])
    expect(answer()).toMatchObject({
      status: 409,
      body: expect.stringContaining('"state":"credited"'),
    })
  })

  test('behavior: does not give credits for a failed part again', async () => {
    const { ports, given, answer } = scene('owed', {}, 4)
    expect(await claimOwed(caller, ports)).toMatchObject({ credits: 6 })
    expect(await claimOwed(caller, ports)).toMatchObject({ credits: 6 })
    expect(given).toEqual([10, 10])
    expect(JSON.parse(answer()!.body).extensions.payment).toMatchObject({ credits: 6 })
  })

  test('behavior: if another instance answered meanwhile, its answer remains and nothing is given', async () => {
    const answer = { status: 200, body: '{"data":1}', paymentResponse: 'r' }
    const { ports, given, row } = scene('owed')
    const { find } = ports.record
    let looks = 0
    ports.record.find = async (key) => {
      looks += 1
      return looks === 1 ? find(key) : { ...row(), state: 'answered', answer }
    }
    await expect(claimOwed(caller, ports)).rejects.toMatchObject({
      code: 'PAYMENT_BOUND_TO_OTHER_REQUEST',
    })
    expect(given).toEqual([])
  })

  test.each<[PaymentState, string, string]>([
    ['claimed', 'SETTLEMENT_PENDING', 'at-risk'],
    ['broadcast', 'SETTLEMENT_PENDING', 'at-risk'],
    ['settled', 'SETTLEMENT_PENDING', 'at-risk'],
    ['answered', 'PAYMENT_BOUND_TO_OTHER_REQUEST', 'spent'],
    ['advanced', 'PAYMENT_BOUND_TO_OTHER_REQUEST', 'at-risk'],
    ['reorganised', 'PAYMENT_BOUND_TO_OTHER_REQUEST', 'at-risk'],
    ['failed', 'SETTLEMENT_FAILED', 'at-risk'],
    ['unpaid', 'SETTLEMENT_FAILED', 'at-risk'],
    ['uncollectible', 'SETTLEMENT_FAILED', 'at-risk'],
  ])('error: for a payment that is %s nothing is owed: %s, %s', async (state, code, funds) => {
    const { ports, given } = scene(state)
    await expect(claimOwed(caller, ports)).rejects.toMatchObject({ code, funds })
    expect(given).toEqual([])
  })

  test.each<[string, object, object]>([
    ['another secret', {}, { secretHash: '6'.repeat(64) }],
    ['no secret', {}, { secretHash: undefined }],
    ['the identifier alone', { secretHash: undefined, identifier: 'n' }, { identifier: 'n' }],
    ['a payment that has none', { secretHash: undefined }, { secretHash: undefined }],
  ])(
    'error: with %s nothing is claimed, but with a signature of the payer it is',
    async (_, row, own) => {
      const { ports, given } = scene('owed', row)
      const stranger = { ...caller, payment: { ...payment, ...own } as Payment }
      const proof = { message: 'of another', signature: '0x' } as const
      for (const each of [stranger, { ...stranger, proof }])
        await expect(claimOwed(each, ports)).rejects.toEqual(unproven())
      expect(given).toEqual([])
      const fresh = { ...stranger, proof: { ...proof, message: 'of the payer' } }
      expect(await claimOwed(fresh, ports)).toMatchObject({ credits: 10 })
    },
  )

  test('error: an unknown payment gets the same response', async () => {
    const { ports } = scene('owed')
    ports.record.find = async () => undefined
    const proof = { message: 'of the payer', signature: '0x' } as const
    await expect(claimOwed({ ...caller, proof }, ports)).rejects.toEqual(unproven())
  })

  test('error: cannot be claimed while the payment is being answered', async () => {
    const { ports, given } = scene('owed')
    const running = ports.inFlight.join(inFlightKey(payment), 'query', () => new Promise(() => {}))
    await expect(claimOwed(caller, ports)).rejects.toMatchObject({
      code: 'PAYMENT_BOUND_TO_OTHER_REQUEST',
    })
    expect([given, running instanceof Promise]).toEqual([[], true])
  })
})

describe('over the real ledger', () => {
  const nowMs = () => Date.now()
  const transaction = `0x${'c'.repeat(64)}` as const

  /** A payment that is owed, and the credits of its wallet. */
  async function owed() {
    const database = openSqliteDatabase(':memory:')
    onTestFinished(() => database.close())
    const record = openPaymentRecord(database)
    const store = openAccessStore(database)
    const credits = createCredits({ store, nowMs, pendsAbove: undefined })
    const { ports } = scene('owed')
    await record.claim({ payer, nonce, request: 'r', signed, secretHash, createdAt: nowMs() })
    await record.settled({ payer, nonce }, { transaction, logIndex: 0 })
    await record.owed({ payer, nonce }, 'no answer')
    const held = async () => (await store.organisations())[0]?.prepaid
    return { ports: { ...ports, record, credits }, held }
  }

  test('behavior: two concurrent claims get the same response, and the credits once', async () => {
    const { ports, held } = await owed()
    const [one, other] = await Promise.all([claimOwed(caller, ports), claimOwed(caller, ports)])
    expect(one).toMatchObject({ credits: 10, creditsLeft: 10 })
    expect(other).toEqual(one)
    expect(await held()).toBe(10)
  })

  test('behavior: a server that dies after it recorded the claim has given the credits', async () => {
    const { ports, held } = await owed()
    const died = () => Promise.reject(new Error('died'))
    const dying = { ...ports, credits: { ...ports.credits, giveForPayment: died } }
    await expect(claimOwed(caller, dying)).rejects.toThrow('died')
    const { state, answer } = (await ports.record.find({ payer, nonce }))!
    expect([state, answer?.body]).toEqual([
      'answered',
      expect.stringContaining('This payment became 10 credits'),
    ])
    expect(await held()).toBe(10)
    expect(await claimOwed(caller, ports)).toMatchObject({ credits: 10, creditsLeft: 10 })
  })
})

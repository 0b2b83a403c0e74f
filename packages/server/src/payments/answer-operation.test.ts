import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { digestOf, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Debit } from '../credits/credits.ts'
import { createMemoryRateLimit } from '../rate-limit/rate-limit.ts'
import type { Settlement, SettleOptions } from '../settlement/facilitator.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import { answerLimits, limitsOf, type PaymentRow } from '../storage/payments/payment-record.ts'
import { answerOperation } from './answer-operation.ts'
import { createInFlight } from './in-flight.ts'
import type { Caller, PaidAnswer, PaymentPorts } from './ports.ts'
import { unproven } from './proof/payment-refusals.ts'
import { createUnprovenAttempts } from './proof/unproven-attempts.ts'

const schema = buildSchema('type Query { quotes(tickers: [String!]!): [String!]! }')
const contract = {
  schema,
  tariff: { version: 't', rates: { 'Query.quotes': { credits: 1, timesOf: 'tickers' } } },
}
const pricedFor = (query: string) => priceRequest(contract, prepareOperation(contract, query), {})
const apple = pricedFor('{ quotes(tickers: ["AAPL"]) }')
const other = pricedFor('{ quotes(tickers: ["MSFT"]) }')

const payer = `0x${'a'.repeat(40)}` as const
const payTo = `0x${'b'.repeat(40)}` as const
const nonce = `0x${'7'.repeat(64)}` as const
const transaction = `0x${'c'.repeat(64)}` as const
const authorization = {
  from: payer,
  to: payTo,
  value: 15_000n,
  validAfter: 0n,
  validBefore: 2_000n,
  nonce,
}
const payment = { authorization, signature: '0x01' } as unknown as Payment
const claimOf = ({ authorization: own, signature }: Payment) => ({
  payer: own.from,
  nonce: own.nonce,
  signed: { authorization: own, signature },
  createdAt: 1_000_000,
})
/** The payment with the secret of a quote. */
const secretly = (digit = '5') => ({ ...payment, secretHash: digit.repeat(64) }) as Payment
const oneAnswer = unproven().toJSON()
const settled: Settlement = { outcome: 'settled', transaction, logIndex: 3 }

describe('answerOperation', () => {
  test('default: look up, preflight, verify, rehearse, claim, settle, run, store, in this order', async () => {
    const { ports, steps } = scene()
    const answer = await answerOperation(apple, { pays: 'usdc', payment }, ports)
    expect(steps).toEqual([
      'find',
      'preflight',
      'verify',
      'admit',
      'rehearse',
      'claim',
      'settle',
      'broadcast',
      'answer',
      'answered',
    ])
    expect(answer).toEqual({
      status: 200,
      body: '{"data":1}',
      paymentResponse: 'receipt',
      replayed: false,
    })
  })

  test('default: on credits: preflight, take, run; the minimum is five', async () => {
    const { ports, steps } = scene()
    expect(await answerOperation(apple, onCredits, ports)).toEqual({
      status: 200,
      body: '{"data":5}',
      replayed: false,
    })
    expect(steps).toEqual(['preflight', 'take', 'answer', 'debit answered'])
  })

  test.each<[string, Caller, string[]]>([
    [
      'a payment',
      { pays: 'usdc', payment },
      ['find', 'preflight', 'verify', 'admit', 'rehearse', 'find'],
    ],
    ['credits', onCredits, ['preflight']],
    ['a key', keyed, ['preflight']],
  ])(
    'error: does not claim %s of a caller that left, but answers one that joins it',
    async (_, caller, before) => {
      const { ports, steps } = scene()
      const left = answerOperation(apple, { ...caller, hasLeft: () => true }, ports)
      await expect(left).rejects.toMatchObject({ code: 'CANCELLED', funds: 'untouched' })
      expect(steps).toEqual(before)
      const [first, second] = await Promise.allSettled([
        answerOperation(apple, { ...caller, hasLeft: () => true }, ports),
        answerOperation(apple, { ...caller, hasLeft: () => false }, ports),
      ])
      expect(first).toMatchObject({ reason: { code: 'CANCELLED' } })
      expect(second).toMatchObject({ value: { status: 200 } })
      expect(steps.filter((step) => ['claim', 'take'].includes(step))).toHaveLength(1)
    },
  )

  test('error: refunds a credit query that cannot be answered, and states it', async () => {
    const { ports, steps } = scene({
      answerOnCredits: () => Promise.reject(new FiqError('UPSTREAM_UNAVAILABLE', 'down')),
    })
    await expect(answerOperation(apple, onCredits, ports)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      funds: 'untouched',
    })
    expect(steps).toEqual(['preflight', 'take', 'refund'])
  })

  test('error: runs nothing without the credits', async () => {
    const { ports, steps } = scene()
    ports.credits.take = () => Promise.reject(new FiqError('CREDITS_EXHAUSTED', 'none'))
    await expect(answerOperation(apple, onCredits, ports)).rejects.toMatchObject({
      code: 'CREDITS_EXHAUSTED',
    })
    expect(steps).toEqual(['preflight'])
  })

  test('error: refuses a payer above the limit before anything is claimed', async () => {
    const { ports, steps } = scene({
      admitPayer: () => Promise.reject(new FiqError('RATE_LIMITED', 'slow down')),
    })
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(steps).toEqual(['find', 'preflight', 'verify', 'admit', 'find'])
  })

  test('behavior: the same payment again gives the stored answer and settles nothing', async () => {
    const { ports, steps } = scene()
    await answerOperation(apple, { pays: 'usdc', payment }, ports)
    steps.length = 0
    const again = await answerOperation(apple, { pays: 'usdc', payment }, ports)
    expect(again).toMatchObject({ body: '{"data":1}', replayed: true })
    // Without a secret, the answer is read when its rule allows it.
    expect(steps).toEqual(['find', 'find'])
  })

  test('behavior: a hundred concurrent requests cause one settlement, one execution and a hundred answers', async () => {
    const { ports, steps } = scene()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => answerOperation(apple, { pays: 'usdc', payment }, ports)),
    )
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"data":1}']))
    expect(steps.filter((step) => step === 'settle' || step === 'answer')).toEqual([
      'settle',
      'answer',
    ])
  })

  test('error: the same payment for another request is a conflict, during and after', async () => {
    const { ports, steps } = scene()
    const first = answerOperation(apple, { pays: 'usdc', payment }, ports)
    const conflict = { code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', status: 409 }
    await expect(answerOperation(other, { pays: 'usdc', payment }, ports)).rejects.toMatchObject(
      conflict,
    )
    await first
    await expect(answerOperation(other, { pays: 'usdc', payment }, ports)).rejects.toMatchObject(
      conflict,
    )
    expect(steps.filter((step) => step === 'answer')).toHaveLength(1)
  })

  test('error: another signature for a known nonce gets nothing', async () => {
    const { ports } = scene()
    await answerOperation(apple, { pays: 'usdc', payment }, ports)
    const forged = { ...payment, signature: '0x02' } as Payment
    await expect(
      answerOperation(apple, { pays: 'usdc', payment: forged }, ports),
    ).rejects.toMatchObject(oneAnswer)
    await expect(
      answerOperation(other, { pays: 'usdc', payment: forged }, ports),
    ).rejects.toMatchObject(oneAnswer)
  })

  test('error: another signature beside the honest one neither joins it nor stops it', async () => {
    const { ports } = scene({
      verify: async ({ signature }) =>
        signature === '0x01'
          ? { isValid: true, payer }
          : { isValid: false, payer, reason: 'invalid_exact_evm_signature', message: 'forged' },
    })
    const forged = { ...payment, signature: '0x02' } as Payment
    for (const first of [forged, payment]) {
      const second = first === forged ? payment : forged
      const outcomes = await Promise.allSettled(
        [first, second].map((each) =>
          answerOperation(apple, { pays: 'usdc', payment: each }, ports),
        ),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(
        first === forged ? ['rejected', 'fulfilled'] : ['fulfilled', 'rejected'],
      )
    }
  })

  test('error: does not answer a payment with an identifier again without it', async () => {
    const { ports } = scene()
    const named = { ...payment, identifier: 'a-name-of-the-payers-own' } as Payment
    await answerOperation(apple, { pays: 'usdc', payment: named }, ports)
    expect((await answerOperation(apple, { pays: 'usdc', payment: named }, ports)).replayed).toBe(
      true,
    )
    for (const identifier of [undefined, 'another-name-of-the-payers'])
      await expect(
        answerOperation(
          apple,
          { pays: 'usdc', payment: { ...payment, identifier } as Payment },
          ports,
        ),
      ).rejects.toMatchObject(oneAnswer)
  })

  test('error: an identifier of another payment of the payer buys nothing, for any request', async () => {
    const { ports } = scene()
    const named = { ...payment, identifier: 'a-name-of-the-payers-own' } as Payment
    await answerOperation(apple, { pays: 'usdc', payment: named }, ports)
    const nonce = `0x${'9'.repeat(64)}` as const
    const other = { ...named, authorization: { ...named.authorization, nonce } }
    await expect(
      answerOperation(apple, { pays: 'usdc', payment: other }, ports),
    ).rejects.toMatchObject({ code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', funds: 'at-risk' })
    expect(await ports.record.find({ payer: payment.authorization.from, nonce })).toBeUndefined()
  })

  test('error: a payment with an identifier is not joined without it, while its transfer is public', async () => {
    const named = { ...payment, identifier: 'a-name-of-the-payers-own' } as Payment
    const ask = (each: Payment) => answerOperation(apple, { pays: 'usdc', payment: each }, ports)
    const { ports } = scene({
      settle: async () => {
        await expect(ask(payment)).rejects.toMatchObject(oneAnswer)
        return settled
      },
    })
    expect(await ask(named)).toMatchObject({ status: 200, replayed: false })
    expect.assertions(2)
  })

  test('behavior: writes credits for a failed part with the stored answer', async () => {
    const answer = async () => ({
      status: 200,
      body: '{"data":1}',
      paymentResponse: 'r',
      failed: 2,
    })
    const { ports, steps } = scene({ answer })
    const gifts: unknown[] = []
    const { answered } = ports.record
    ports.record.answered = (...written) => {
      gifts.push(written[3])
      return answered(...written)
    }
    await answerOperation(apple, { pays: 'usdc', payment }, ports)
    expect(steps.at(-1)).toBe('answered')
    expect(gifts).toEqual([expect.objectContaining({ kind: 'refund', credits: 2 })])
  })

  test('error: never claims a payment that fails verification', async () => {
    const { ports, steps } = scene({
      verify: async () => ({
        isValid: false,
        payer,
        reason: 'invalid_exact_evm_signature',
        message: 'no.',
      }),
    })
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'PAYMENT_INVALID',
      facts: ['Reason: invalid_exact_evm_signature'],
    })
    // Another instance may have answered it in the meantime.
    expect(steps).toEqual(['find', 'preflight', 'find'])
  })

  test('error: a refused settlement is final, and is reported again without another try', async () => {
    const { ports, steps } = scene({
      settle: async () => ({
        outcome: 'refused',
        reason: 'invalid_exact_evm_insufficient_balance',
        message: 'empty.',
      }),
    })
    for (const _ of [1, 2])
      await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
        code: 'SETTLEMENT_FAILED',
        facts: ['Reason: invalid_exact_evm_insufficient_balance'],
      })
    expect(steps.filter((step) => step === 'claim')).toHaveLength(1)
    expect(steps).not.toContain('answer')
  })

  test('behavior: a refused payment that a third party submitted since then is paid, and answered once', async () => {
    let isSubmitted = false
    const { ports, steps } = scene({
      settle: async () => ({ outcome: 'refused', reason: 'invalid_payload', message: 'empty.' }),
      findSettlement: async () => {
        if (isSubmitted) return { outcome: 'settled', transaction, logIndex: 3 }
        throw new Error('The node of the chain did not answer.')
      },
    })
    for (const _ of [1, 2])
      await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
        code: 'SETTLEMENT_FAILED',
      })
    isSubmitted = true
    const first = await answerOperation(apple, { pays: 'usdc', payment }, ports)
    expect(first).toMatchObject({ body: '{"data":1}', replayed: false })
    expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toEqual({
      ...first,
      replayed: true,
    })
    expect(steps.filter((step) => step === 'settle')).toHaveLength(1)
    expect(steps.filter((step) => step === 'answer')).toHaveLength(1)
  })

  test('error: an unknown outcome executes nothing, and the same payment settles it later', async () => {
    let outcome: Settlement = { outcome: 'unknown', message: 'timeout' }
    const sentBefore: unknown[] = []
    const { ports, steps } = scene({
      async settle({ sent }) {
        sentBefore.push(sent)
        return outcome
      },
    })
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'SETTLEMENT_PENDING',
      status: 503,
      funds: 'at-risk',
    })
    expect(steps).not.toContain('answer')
    outcome = settled
    expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toMatchObject({
      body: '{"data":1}',
    })
    expect(steps.filter((step) => step === 'claim')).toHaveLength(1)
    expect(sentBefore).toEqual([undefined, transaction])
  })

  test('error: an answer that cannot be produced is owed, and free at a retry', async () => {
    let broken = true
    const { ports, steps } = scene({
      answer: async () => {
        if (broken) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
        return { status: 200, body: '{"data":1}', paymentResponse: 'receipt' }
      },
    })
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'ANSWER_OWED',
      funds: 'owed',
    })
    expect((await ports.record.totals()).owed).toEqual({ count: 1, amount: 15_000n })
    broken = false
    expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toMatchObject({
      body: '{"data":1}',
    })
    expect(steps.filter((step) => step === 'settle')).toHaveLength(1)
    expect((await ports.record.totals()).owed.count).toBe(0)
  })

  test.each([24, 72])(
    'behavior: executes an answer that was not stored again, free, for %i hours; then no more',
    async (hours) => {
      const { ports, steps } = scene()
      const payment = secretly()
      const limits = { ...limitsOf(hours), answerBytesMax: 0 }
      ports.record = openPaymentRecord(openSqliteDatabase(':memory:'), limits)
      await answerOperation(apple, { pays: 'usdc', payment }, ports)
      ports.nowMs = () => 1_000_000 + hours * 3_600_000
      expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toMatchObject({
        body: '{"data":1}',
      })
      expect(steps.filter((step) => step === 'settle')).toHaveLength(1)
      expect(steps.filter((step) => step === 'answer')).toHaveLength(2)
      ports.nowMs = () => 1_000_000 + hours * 3_600_000 + 1
      await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
        code: 'PAYMENT_INVALID',
        funds: 'spent',
      })
      expect(steps.filter((step) => step === 'answer')).toHaveLength(2)
    },
  )

  describe('answers before settlement', () => {
    /** A payer that has paid once, and ports that trust it with 0.015 USDC. */
    async function trusting(overrides: Overrides = {}) {
      const opened = scene(overrides)
      const { ports } = opened
      const collected: PaymentRow[] = []
      await answerOperation(other, { pays: 'usdc', payment: paymentOf('8') }, ports)
      opened.steps.length = 0
      ports.advances = { exposureMax: 15_000n, collect: (row) => void collected.push(row) }
      return { ...opened, collected }
    }
    const paymentOf = (digit: string) =>
      ({
        ...payment,
        authorization: { ...authorization, nonce: `0x${digit.repeat(64)}` },
      }) as Payment

    test('behavior: does not give an answer with a missing part before settlement', async () => {
      const answer = async () => ({ status: 200, body: '{"data":1}', failed: 2 })
      const { ports, steps } = await trusting({ answer })
      await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(steps).toContain('settle')
      expect(steps).not.toContain('advanced')
    })

    test('behavior: nor if the facilitator names the transaction only after it', async () => {
      const answer = async () => ({ status: 200, body: '{"data":1}', failed: 2 })
      const { ports } = await trusting({ answer })
      ports.facilitator = { ...ports.facilitator, settle: async () => settled }
      const given = await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(given).toMatchObject({ status: 200, body: '{"data":1}' })
      expect((await ports.record.find({ payer, nonce }))?.state).toBe('answered')
    })

    test('default: the answer comes first, without a receipt, and with one after settlement', async () => {
      const { ports, steps, collected } = await trusting()
      const first = await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(first).toEqual({ status: 200, body: '{"data":1}', replayed: false })
      expect(steps).toEqual([
        'find',
        'preflight',
        'verify',
        'admit',
        'rehearse',
        'reserve',
        'answer',
        'advanced',
      ])
      expect(collected).toMatchObject([{ nonce, state: 'advanced' }])
      expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toEqual({
        ...first,
        replayed: true,
      })
      await ports.record.settled({ payer, nonce }, { transaction, logIndex: 3 })
      const again = await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(again.body).toBe(first.body)
      expect(readPaymentResponse(again.paymentResponse)).toMatchObject({
        success: true,
        transaction,
      })
      expect(steps).not.toContain('settle')
    })

    test('behavior: two instances that resume one reserved payment give the same bytes', async () => {
      let runs = 0
      let bothRun = () => {}
      const both = new Promise<void>((resolve) => {
        bothRun = resolve
      })
      const { ports } = await trusting({
        answer: async () => {
          runs += 1
          const body = `{"data":${runs}}`
          if (runs === 3) bothRun()
          if (runs > 1) await both
          return { status: 200, body }
        },
      })
      const signed = { authorization: payment.authorization, signature: payment.signature }
      const request = ports.digestOf(apple)
      await ports.record.reserve({ payer, nonce, request, signed, createdAt: 1_000_000 }, 15_000n)
      const other = { ...ports, inFlight: createInFlight<PaidAnswer>() }
      const answers = await Promise.all(
        [ports, other].map((each) => answerOperation(apple, { pays: 'usdc', payment }, each)),
      )
      expect(runs).toBe(3)
      expect(answers[1]).toEqual(answers[0])
      expect((await ports.record.find({ payer, nonce }))?.answer?.body).toBe(answers[0]?.body)
    })

    test('behavior: above the limit the payment settles before it is answered', async () => {
      const { ports, steps } = await trusting()
      await answerOperation(apple, { pays: 'usdc', payment }, ports)
      const next = await answerOperation(apple, { pays: 'usdc', payment: paymentOf('9') }, ports)
      expect(next.paymentResponse).toBe('receipt')
      expect(steps.filter((step) => step === 'settle')).toHaveLength(1)
    })

    test('error: a query that cannot be answered moves nothing, and the same payment retries it', async () => {
      let isDown = false
      const { ports, collected } = await trusting({
        answer: async () => {
          if (isDown) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
          return { status: 200, body: '{"data":1}' }
        },
      })
      isDown = true
      await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        funds: 'untouched',
      })
      expect(collected).toEqual([])
      isDown = false
      const answer = await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(answer).toEqual({ status: 200, body: '{"data":1}', replayed: false })
      expect(collected).toHaveLength(1)
    })

    test('behavior: a server whose limit was set to zero settles the deferred payments', async () => {
      const { ports } = await trusting()
      await ports.record.reserve({ ...claimOf(payment), request: digestOf(apple) }, 15_000n)
      delete ports.advances
      const answer = await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(answer.paymentResponse).toBe('receipt')
      expect(await ports.record.find({ payer, nonce })).toMatchObject({ state: 'answered' })
    })

    test('behavior: executes an answer that is too large to store again until it is settled, but not if it is unpaid', async () => {
      const { ports, steps } = await trusting()
      const limits = { ...answerLimits, answerBytesMax: 0 }
      const record = openPaymentRecord(openSqliteDatabase(':memory:'), limits)
      ports.record = record
      const vouching = paymentOf('6')
      await answerOperation(other, { pays: 'usdc', payment: vouching }, ports)
      steps.length = 0
      for (const _ of [1, 2]) await answerOperation(apple, { pays: 'usdc', payment }, ports)
      expect(steps.filter((step) => step === 'answer')).toHaveLength(2)
      await record.failed({ payer, nonce }, 'insufficient')
      await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
        code: 'SETTLEMENT_FAILED',
      })
    })
  })

  test('behavior: joins a claim of another instance, and returns its stored answer', async () => {
    const { ports } = scene()
    const { answer, record } = ports
    const { claim } = record
    const theirs = { status: 200, body: 'theirs', paymentResponse: 'receipt' }
    record.claim = async (ours) => {
      await claim(ours)
      return false
    }
    ports.answer = async (priced, row) => {
      await record.answered(row, theirs, { transaction, logIndex: 3 })
      return answer(priced, row)
    }
    expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toEqual({
      ...theirs,
      replayed: false,
    })
  })

  test('error: refuses a payment that is certain to fail before the claim, and accepts it again', async () => {
    let error: FiqError | undefined = new FiqError('UPSTREAM_UNAVAILABLE', 'It keeps failing.')
    const { ports, steps } = scene({
      rehearse: async () => {
        if (error) throw error
      },
    })
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    expect(steps).toEqual(['find', 'preflight', 'verify', 'admit', 'rehearse', 'find'])
    error = undefined
    expect(await answerOperation(apple, { pays: 'usdc', payment }, ports)).toMatchObject({
      status: 200,
      replayed: false,
    })
  })

  test('error: settles nothing if another instance has the claim', async () => {
    const { ports, steps } = scene()
    ports.record.claim = async () => false
    await expect(answerOperation(apple, { pays: 'usdc', payment }, ports)).rejects.toMatchObject({
      code: 'SETTLEMENT_PENDING',
    })
    expect(steps).not.toContain('settle')
  })
})

type Overrides = {
  verify?: PaymentPorts['facilitator']['verify']
  settle?: (options: SettleOptions) => Promise<Settlement>
  findSettlement?: PaymentPorts['facilitator']['findSettlement']
  isNonceUsed?: boolean
  isOfPayer?: PaymentPorts['proofs']['isOfPayer']
  answer?: PaymentPorts['answer']
  admitPayer?: PaymentPorts['admitPayer']
  rehearse?: PaymentPorts['rehearse']
  answerOnCredits?: PaymentPorts['answerOnCredits']
}

const debitOf = (credits: number): Debit => ({
  id: 'd',
  organisation: 'o',
  credits,
  balance: { prepaid: 0, allotment: 0 },
})
const onCredits = { pays: 'credits' } as Caller & { pays: 'credits' }
const keyed = { ...onCredits, idempotencyKey: 'k', organisation: { id: 'o' } } as typeof onCredits

/** Payment ports over a real record in memory, which record every step. */
function scene(overrides: Overrides = {}) {
  const steps: string[] = []
  const clock = { nowMs: 1_000_000 }
  const note =
    <args extends unknown[], result>(name: string, run: (...args: args) => Promise<result>) =>
    async (...args: args) => {
      steps.push(name)
      return run(...args)
    }
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  const ports: PaymentPorts = {
    preflight: note('preflight', async () => {}),
    rehearse: note('rehearse', overrides.rehearse ?? (async () => {})),
    refundFetches() {},
    digestOf,
    boughtOf: () => ({ text: 'quotes', areas: [] }),
    payTo,
    facilitator: {
      verify: overrides.verify ?? note('verify', async () => ({ isValid: true as const, payer })),
      settle: note('settle', async (_signed, options) => {
        await options.onBroadcast(transaction)
        return overrides.settle ? overrides.settle(options) : settled
      }),
      findSettlement:
        overrides.findSettlement ?? (async () => ({ outcome: 'unused', asOfSeconds: 0n })),
      authorizationState: async () => overrides.isNonceUsed ?? false,
    },
    record: {
      ...record,
      find: note('find', record.find),
      claim: note('claim', record.claim),
      reserve: note('reserve', record.reserve),
      advanced: note('advanced', record.advanced),
      broadcast: note('broadcast', record.broadcast),
      settled: note('settled', record.settled),
      answered: note('answered', record.answered),
    },
    inFlight: createInFlight<PaidAnswer>(),
    proofs: {
      isOfPayer: overrides.isOfPayer ?? (async () => false),
      refusal: createUnprovenAttempts(createMemoryRateLimit(() => 0)),
    },
    admitPayer: note('admit', overrides.admitPayer ?? (async () => {})),
    credits: {
      take: note('take', async (_, credits) => debitOf(credits)),
      takeOnce: note('take', async (_, credits) => debitOf(credits)),
      findOnce: async () => undefined,
      storeOnce: note('keep', async () => {}),
      answered: () => void steps.push('debit answered'),
      refund: note('refund', async ({ credits: taken }, credits) => {
        expect(credits).toBe(taken)
      }),
    },
    answerOnCredits:
      overrides.answerOnCredits ??
      note('answer', async (_, { credits }) => ({ status: 200, body: `{"data":${credits}}` })),
    answer:
      overrides.answer ??
      note('answer', async (_, { transaction: paid }) => ({
        status: 200,
        body: '{"data":1}',
        ...defined({ paymentResponse: paid ? 'receipt' : undefined }),
      })),
    async giftForFailed(_, credits) {
      const wallet = { id: 'o', name: 'wallet', plan: 'pay-as-you-go', createdAt: 0 }
      await openAccessStore(database).createOrganisation(wallet)
      const about = { organisation: wallet.id, reference: 'failed', at: 1_000_000 }
      return { id: 'gift', kind: 'refund', credits, ...about }
    },
    nowMs: () => clock.nowMs,
  }
  return { ports, steps, clock }
}

import { FiqError } from '@fiq/shared/errors'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { offerOf } from '@fiq/shared/payment/payment-required'
import { readPayment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import fc from 'fast-check'
import Fastify from 'fastify'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { holdingFacilitator } from '../../settlement/testing/holding-facilitator.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { answerLimits } from '../../storage/payments/payment-record.ts'
import { createServedSettlements } from '../../storage/settlement/served-settlements.ts'
import { httpDefaults, httpRules } from '../http-defaults.ts'
import { type FacilitatorPorts, facilitatorSurface } from './facilitator.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())
const facilitator = openLocalFacilitator({ request: devnet.request, signer: devnet.settler })
const payer = privateKeyToAccount(generatePrivateKey())
await devnet.faucet(payer.address, 1_000_000n)
/** A payee other than this server. */
const payTo = `0x${'77'.repeat(20)}` as const

const memory = openSqliteDatabase(':memory:')
const sent = createServedSettlements(memory, Date.now, answerLimits)

/** The surface, without unexpected errors. */
const surface = (ports: Partial<FacilitatorPorts> = {}) => {
  const problems: unknown[] = []
  const report = (error: unknown) => void problems.push(error)
  const app = Fastify(httpDefaults)
  httpRules(app, 'sandbox', report)
  facilitatorSurface(app, {
    facilitator,
    chain: devnet,
    sent,
    gate: {
      admit: async () => ({ identity: undefined, headers: {} }),
      spendFetch: async () => {},
    },
    nowMs: () => Date.now(),
    report,
    ...ports,
  })
  const post = async (path: string, payload: unknown) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/facilitator/${path}`,
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    return { status: answer.statusCode, body: answer.json() as unknown, headers: answer.headers }
  }
  return { app, post, problems }
}
const { app, post, problems } = surface()

/** A body as stock resource servers send it. */
const order = async (changes: Partial<Authorization> = {}, signature?: Hex, signer = payer) => {
  const requirements = offerOf({ amount: 3_000n, payTo, maxTimeoutSeconds: 60 })
  const authorization: Authorization = {
    from: payer.address,
    to: payTo,
    value: 3_000n,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1_000) + 60),
    nonce: generatePrivateKey(),
    ...changes,
  }
  const { value, validAfter, validBefore, ...rest } = authorization
  return {
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      accepted: requirements,
      payload: {
        signature: signature ?? (await signer.signTypedData(typedDataOf(authorization))),
        authorization: {
          ...rest,
          value: String(value),
          validAfter: String(validAfter),
          validBefore: String(validBefore),
        },
      },
    },
    paymentRequirements: requirements,
  }
}
/** The payment of an order, as the surface reads it. */
const readOf = ({ paymentPayload }: Awaited<ReturnType<typeof order>>) =>
  readPayment(paymentPayload)
const balances = async () => [await devnet.balanceOf(payer.address), await devnet.balanceOf(payTo)]

describe('the facilitator over HTTP', () => {
  test('default: verifies and settles for any payee, and lists its supported kinds', async () => {
    const [held = 0n, received = 0n] = await balances()
    const body = await order()
    const from = payer.address.toLowerCase()
    expect(await post('verify', body)).toMatchObject({
      status: 200,
      body: { isValid: true, payer: from },
    })
    expect(await balances()).toEqual([held, received])
    expect(await post('settle', body)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        success: true,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'eip155:8453',
        payer: from,
        amount: '3000',
        extra: { logIndex: 1 },
      },
    })
    expect(await balances()).toEqual([held - 3_000n, received + 3_000n])
    const supported = await app.inject('/facilitator/supported')
    expect(supported.json()).toEqual(await facilitator.supported())
  })

  test('behavior: settling again gives the same response and moves nothing', async () => {
    const body = await order()
    const first = await post('settle', body)
    const after = await balances()
    expect((await post('settle', body)).body).toEqual(first.body)
    expect(await balances()).toEqual(after)
    expect((await post('verify', body)).body).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    })
  })

  test.each<[string, Partial<Authorization>, string]>([
    ['another payer than signed', { from: `0x${'5'.repeat(40)}` }, 'signature'],
    ['another payee', { to: `0x${'6'.repeat(40)}` }, 'recipient_mismatch'],
    ['another amount', { value: 2_999n }, 'payload_authorization_value_mismatch'],
    ['expired', { validBefore: 1n }, 'payload_authorization_valid_before'],
    ['valid for ever', { validBefore: 10n ** 20n - 1n }, 'payload_authorization_valid_before'],
    [
      'valid a minute longer than its requirements and the clocks',
      { validBefore: BigInt(Math.floor(Date.now() / 1_000) + 60 + 60 + 60) },
      'payload_authorization_valid_before',
    ],
    ['not yet valid', { validAfter: 2n ** 40n }, 'payload_authorization_valid_after'],
  ])('error: both refuse %s, with the reason', async (_, changes, reason) => {
    const before = await balances()
    const body = await order(changes)
    expect(await post('verify', body)).toMatchObject({
      status: 200,
      body: { isValid: false, invalidReason: `invalid_exact_evm_${reason}` },
    })
    expect(await post('settle', body)).toMatchObject({
      status: 200,
      body: { success: false, errorReason: `invalid_exact_evm_${reason}`, transaction: '' },
    })
    expect(await balances()).toEqual(before)
  })

  test('error: with high gas prices sends nothing new, but still checks sent transactions', async () => {
    const dear = new FiqError('SERVER_BUSY', 'Gas is dear.')
    let isDear = false
    const waiting: typeof facilitator = {
      ...facilitator,
      waitForFee: async () => {
        if (isDear) throw dear
      },
    }
    const { post } = surface({ facilitator: waiting })
    const [settled, unsettled] = [await order(), await order()]
    const { body } = await post('settle', settled)
    expect(body).toMatchObject({ success: true })
    isDear = true
    const before = await balances()
    expect((await post('settle', unsettled)).status).toBe(dear.status)
    expect(await sent.sent(readOf(unsettled))).toBeUndefined()
    expect(await balances()).toEqual(before)
    expect((await post('settle', settled)).body).toEqual(body)
  })

  test('behavior: a payment that settled before it expired counts as settled; any other is refused', async () => {
    const [paid, unpaid] = [await order(), await order()]
    const { body } = await post('settle', paid)
    expect(body).toMatchObject({ success: true })
    const afterwards = surface({ nowMs: () => Date.now() + 120_000 })
    expect((await afterwards.post('settle', paid)).body).toEqual(body)
    expect((await afterwards.post('settle', unpaid)).body).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_payload_authorization_valid_before',
    })
    const deaf = surface({
      nowMs: () => Date.now() + 120_000,
      facilitator: { ...facilitator, findSettlement: async () => ({ outcome: 'unknown' }) },
    })
    expect((await deaf.post('settle', paid)).status).toBe(503)
  })

  test('error: never refuses a payment that was sent but not mined, even after restarts', async () => {
    const poor = privateKeyToAccount(generatePrivateKey())
    await devnet.faucet(poor.address, 3_000n)
    const body = await order({ from: poor.address }, undefined, poor)
    const { facilitator: holding, held } = holdingFacilitator(devnet)
    const pending = {
      status: 503,
      body: { errors: [{ extensions: { code: 'SETTLEMENT_PENDING' } }] },
    }
    expect(await surface({ facilitator: holding }).post('settle', body)).toMatchObject(pending)

    // Another transaction of the payer takes the money.
    const ether = [poor.address, '0xde0b6b3a7640000']
    await devnet.request({ method: 'hardhat_setBalance', params: ether })
    const own = surface({
      facilitator: openLocalFacilitator({ request: devnet.request, signer: poor }),
    })
    const other = await order({ from: poor.address }, undefined, poor)
    expect((await own.post('settle', other)).body).toMatchObject({ success: true })
    expect(await post('settle', body)).toMatchObject(pending)
    const later = surface({ nowMs: () => Date.now() + 120_000 })
    expect(await later.post('settle', body)).toMatchObject(pending)

    await devnet.faucet(poor.address, 3_000n)
    await devnet.request(held[0]!)
    expect((await post('settle', body)).body).toMatchObject({ success: true })
    expect((await later.post('settle', body)).body).toMatchObject({ success: true })
    expect(await devnet.balanceOf(poor.address)).toBe(0n)
  })

  test('error: notices an empty wallet at verification', async () => {
    const poor = privateKeyToAccount(generatePrivateKey())
    const body = await order()
    const { authorization } = body.paymentPayload.payload
    authorization.from = poor.address
    const { from, to, nonce, ...numbers } = authorization
    body.paymentPayload.payload.signature = await poor.signTypedData(
      typedDataOf({
        from,
        to,
        nonce,
        value: BigInt(numbers.value),
        validAfter: BigInt(numbers.validAfter),
        validBefore: BigInt(numbers.validBefore),
      }),
    )
    const reason = 'invalid_exact_evm_insufficient_balance'
    expect((await post('verify', body)).body).toMatchObject({ invalidReason: reason })
    expect((await post('settle', body)).body).toMatchObject({ success: false, errorReason: reason })
  })

  test.each<[object, string]>([
    [{ scheme: 'upto' }, 'unsupported_scheme'],
    [{ network: 'eip155:1' }, 'invalid_network'],
    [{ asset: payTo }, 'invalid_payment_requirements'],
    [{ amount: '-5' }, 'invalid_payment_requirements'],
    [{ amount: '1.5' }, 'invalid_payment_requirements'],
    [{ payTo: 'bob' }, 'invalid_payment_requirements'],
    [{ extra: { name: 'USDC', version: '2' } }, 'invalid_payment_requirements'],
  ])('error: does not settle requirements with %j', async (changes, reason) => {
    const body = await order()
    const altered = { ...body, paymentRequirements: { ...body.paymentRequirements, ...changes } }
    expect((await post('verify', altered)).body).toMatchObject({ invalidReason: reason })
    expect((await post('settle', altered)).body).toMatchObject({
      success: false,
      errorReason: reason,
    })
  })

  test.each([
    ['', 400, 'BAD_JSON'],
    ['{', 400, 'BAD_JSON'],
    ['[]', 400, 'BAD_REQUEST'],
    ['null', 400, 'BAD_REQUEST'],
    [JSON.stringify({ padding: 'x'.repeat(2_000_000) }), 413, 'BODY_TOO_LARGE'],
  ])('error: %.20s gives %i', async (text, status, code) => {
    expect(await post('settle', text)).toMatchObject({
      status,
      body: { errors: [{ extensions: { code } }] },
    })
  })

  test('error: refuses a wrong payload, and names the place', async () => {
    const body = await order({}, '0xzz')
    expect((await post('verify', body)).body).toEqual({
      isValid: false,
      invalidReason: 'invalid_payload',
      invalidMessage: 'payload.signature is missing or not as specified',
    })
  })

  test('error: an unknown outcome is 503, never a refusal', async () => {
    const silent = {
      ...facilitator,
      settle: async () => ({ outcome: 'unknown', message: 'The chain is slow.' }) as const,
    } satisfies Facilitator
    const pending = {
      status: 503,
      headers: { 'retry-after': '1' },
      body: { errors: [{ extensions: { code: 'SETTLEMENT_PENDING' } }] },
    }
    expect(await surface({ facilitator: silent }).post('settle', await order())).toMatchObject(
      pending,
    )
    const lost = surface({ chain: { request: () => Promise.reject(new Error('reset')) } })
    expect(await lost.post('verify', await order())).toMatchObject(pending)
    expect(lost.problems).toEqual([new Error('reset')])
  })

  test('error: searches for expired payments count as fetches, unless the payment had settled', async () => {
    const quota = { requestsPerMinute: 2 }
    const verdict = { allowed: false, remaining: 0, resetMicros: 9, retryAfterMicros: 9 }
    const spent = { units: 0, searches: 0 }
    const late = surface({
      nowMs: () => Date.now() + 120_000,
      sent: { ...sent, sent: async () => undefined },
      facilitator: {
        ...facilitator,
        findSettlement(payment) {
          spent.searches += 1
          return facilitator.findSettlement(payment)
        },
      },
      gate: {
        admit: async () => ({ identity: undefined, headers: {} }),
        async spendFetch(_, units = 1) {
          if (spent.units + units > 2) throw new RateLimitedError(quota, verdict, { pays: false })
          spent.units += units
        },
      },
    })
    const paid = await order()
    await post('settle', paid)
    for (let n = 0; n < 5; n += 1)
      expect((await late.post('settle', paid)).body).toMatchObject({ success: true })
    const statuses = []
    // The signature is false, and never checked: the payment has expired.
    for (let n = 0; n < 4; n += 1)
      statuses.push((await late.post('settle', await order({}, `0x${'1'.repeat(130)}`))).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(spent).toEqual({ units: 2, searches: 7 })
  })

  test('error: a request above the limit gets 429', async () => {
    const quota = { requestsPerMinute: 1 }
    const verdict = { allowed: false, remaining: 0, resetMicros: 9, retryAfterMicros: 9 }
    const full = surface({
      gate: {
        admit: async () => {
          throw new RateLimitedError(quota, verdict, { pays: false })
        },
        spendFetch: () => expect.unreachable(),
      },
    })
    expect((await full.post('settle', await order())).status).toBe(429)
  })

  test('error: no input causes a 500 or moves money', async () => {
    const before = await balances()
    const valid = await order({}, `0x${'11'.repeat(64)}1b`)
    const altered = fc
      .tuple(fc.constantFrom(...paths(valid)), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
      .map(([path, value]) => withValue(valid, path, value))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('verify', 'settle'),
        fc.oneof(altered, fc.jsonValue()),
        async (path, body) => {
          const { status } = await post(path, JSON.stringify(body) ?? 'undefined')
          expect([200, 400]).toContain(status)
        },
      ),
      { numRuns: 300 },
    )
    expect(await balances()).toEqual(before)
    expect(problems).toEqual([])
  })
})

/** The path of every value in a document. */
function paths(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))]
}

function withValue(document: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const fields = document as Record<string, unknown>
  return { ...fields, [key]: withValue(fields[key], rest, value) }
}

import { defined } from '@fiq/shared/defined'
import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Tariff } from '@fiq/shared/pricing/tariff'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { PaymentTerms } from '../../settlement/facilitator.ts'
import type { Connector } from '../../sources/connector.ts'
import { oneField } from '../testing/one-field.ts'
import { paymentFor } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'
import { createPricing } from './prices.ts'

const query = '{ cheap }'

/** One field that costs this many credits. */
function selling(credits: number): { connector: Connector; state: { isBroken: boolean } } {
  const state = { isBroken: false }
  const connector = oneField(credits, () => {
    if (state.isBroken) throw new Error('down')
    return 1
  })
  return { connector, state }
}

const verify = async ({ authorization }: Pick<Payment, 'authorization'>, terms: PaymentTerms) =>
  authorization.value === terms.amount
    ? ({ isValid: true, payer: authorization.from } as const)
    : ({
        isValid: false,
        payer: authorization.from,
        reason: 'invalid_exact_evm_payload_authorization_value_mismatch',
        message: `It is for ${authorization.value}.`,
      } as const)

type Small = ReturnType<typeof smallApp>
const post = ({ app }: Small, payment?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: {
      'content-type': 'application/json',
      host: 'fiq.test',
      ...defined({ 'payment-signature': payment }),
    },
    payload: JSON.stringify({ query }),
  })

/** A server with a price of 10 credits, and its successor on the same record with 20. */
function upgrade(hasEarlier = true) {
  const { connector, state } = selling(10)
  const old = smallApp(connector, { verify })
  const { tariff } = old.contract
  const earlier = { tariff, paidUntilMs: old.clock.nowMs + 60_000 }
  const { record } = old
  const now = smallApp(
    selling(20).connector,
    { verify },
    {
      record,
      version: 'next',
      ...defined({ earlier: hasEarlier ? earlier : undefined }),
    },
  )
  return { old, state, now, quote: async () => (await post(old)).headers['payment-required'] }
}

describe('after a change of the tariff', () => {
  test.each([true, false])(
    'default: sells an earlier quote at its price (echoed: %s)',
    async (echoes) => {
      const { now, quote } = upgrade()
      const header = paymentFor(await quote())
      const { extensions, ...rest } = JSON.parse(Buffer.from(header, 'base64').toString())
      const answer = await post(now, echoes ? header : encodeHeader(rest))
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        {
          data: { cheap: 1 },
          extensions: { cost: { credits: 10, amount: '0.03' }, payment: { amount: '0.03' } },
        },
      ])
    },
  )

  test('behavior: a new quote uses the new tariff, even for a payer of another price', async () => {
    const { now, quote } = upgrade()
    const quoted = readPaymentRequired(String((await post(now)).headers['payment-required']))
    expect([quoted.requirements.amount, quoted.quote?.tariff]).toEqual([60_000n, 'next'])
    const required = readPaymentRequired(String(await quote()))
    const { amount: _, ...offer } = required.offer
    const other = paymentFor(
      encodeHeader({
        x402Version: 2,
        resource: required.resource,
        accepts: [{ ...offer, amount: '29999' }],
      }),
    )
    const refused = await post(now, other)
    expect(refused.statusCode).toBe(402)
    const again = readPaymentRequired(String(refused.headers['payment-required']))
    expect(again.requirements.amount).toBe(60_000n)
  })

  test('error: when earlier quotes have expired, a payment for one buys nothing', async () => {
    const { now, quote } = upgrade()
    const payment = paymentFor(await quote())
    now.clock.nowMs += 60_001
    expect((await post(now, payment)).statusCode).toBe(402)
    expect((await post(upgrade(false).now, payment)).statusCode).toBe(409)
  })

  test('behavior: returns earlier answers again, and delivers owed ones', async () => {
    const { old, state, now, quote } = upgrade(false)
    const answered = paymentFor(await quote())
    const first = await post(old, answered)
    expect((await post(now, answered)).body).toBe(first.body)

    const owed = paymentFor(await quote())
    state.isBroken = true
    expect((await post(old, owed)).statusCode).toBe(502)
    const given = await post(now, owed)
    expect([given.statusCode, given.json().extensions.payment.amount]).toEqual([200, '0.03'])
  })
})

test('behavior: reads a refused text once', () => {
  const { contract } = smallApp(oneField(10))
  let reads = 0
  const watched = {
    ...contract,
    get schema() {
      reads += 1
      return contract.schema
    },
  }
  const priceOf = createPricing(watched)
  const refusals = [1, 2, 3].map(() => {
    try {
      return priceOf({ query: '{ nothing }', variables: {}, operationName: undefined })
    } catch (error) {
      return error
    }
  })
  expect(refusals[0]).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' })
  expect([refusals[1], refusals[2]]).toEqual([refusals[0], refusals[0]])
  expect(reads).toBe(1)
  expect(priceOf({ query, variables: {}, operationName: undefined }).price.credits).toBe(10)
})

test('error: a text that contains the name and the text of another request does not affect it', () => {
  const priceOf = createPricing(smallApp(oneField(10)).contract)
  const asked = { query: 'query Own { cheap }', operationName: 'Own', variables: {} }
  for (const before of ['Own\n', 'Own ', '3 Own '])
    expect(() =>
      priceOf({ query: before + asked.query, operationName: undefined, variables: {} }),
    ).toThrow()
  expect(priceOf(asked).price.credits).toBe(10)
})

test('behavior: the plans of an earlier tariff share the memory with the current ones', () => {
  let planned = 0
  const tariffOf = (version: string) => ({
    version,
    get rates() {
      planned += 1
      return { 'Query.cheap': { credits: 5 } }
    },
  })
  const [now, earlier] = [tariffOf('now'), tariffOf('before')]
  const schema = buildSchema('type Query { cheap: Int }')
  const priceOf = createPricing({ schema, tariff: now }, 145_000)
  const plans = (query: string, tariff?: Tariff) => {
    const before = planned
    priceOf({ query, variables: {}, operationName: undefined }, tariff)
    return planned > before
  }
  const small = '{ cheap }'
  expect([plans(small), plans(small, earlier)]).toEqual([true, true])
  expect([plans(small), plans(small, earlier)]).toEqual([false, false])
  // Uses most of the memory.
  const large = `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: cheap`).join(' ')} }`
  expect([plans(large, earlier), plans(large, earlier)]).toEqual([true, false])
  expect([plans(large), plans(large, earlier)]).toEqual([true, true])
})

/** Prices a text, and counts how often the schema was read for it, mostly by validation. */
function watchedPricing(bytesMax: number) {
  const schema = buildSchema('type Query { cheap(n: Int! = 1): Int }')
  let reads = 0
  const contract = {
    tariff: { version: 't', rates: { 'Query.cheap': { credits: 5 } } },
    get schema() {
      reads += 1
      return schema
    },
  }
  const priceOf = createPricing(contract, bytesMax)
  const fields = Array.from({ length: 20 }, (_, at) => `a${at}: cheap @include(if: $a)`).join(' ')
  const text = `query ($a: Boolean!, $n: Int) { ${fields} b: cheap(n: $n) c: cheap @skip(if: $a) }`
  return (query: string | undefined, variables: Record<string, unknown>) => {
    const before = reads
    try {
      priceOf({ query: query ?? text, variables, operationName: undefined })
    } catch {}
    return reads - before
  }
}

test('behavior: caches plans up to a number of bytes, including those of each set of conditions', () => {
  const prices = watchedPricing(10_000_000)
  const first = prices(undefined, { a: true, n: 1 })
  const second = prices(undefined, { a: false, n: 1 })
  expect(second).toBeLessThan(first)
  const known = prices(undefined, { a: true, n: 1 })
  expect(known).toBeLessThan(second)
})

test.each([
  ['', 1],
  [' of a refused request', null],
])('behavior: the plan%s counts, and a text above the bytes is not cached', (_, n) => {
  // The document alone fits, but not with its plan of 20 fields.
  const prices = watchedPricing(145_000)
  const first = prices(undefined, { a: true, n })
  expect(prices(undefined, { a: true, n })).toBe(first)
  const [small, again] = [1, 2].map(() => prices('{ cheap }', {}))
  expect(again).toBeLessThan(small!)
})

test('behavior: the price endpoint and extensions.cost merge their rows like the quote', async () => {
  const { app } = smallApp(oneField(10))
  const many = `{ ${Array.from({ length: 300 }, (_, at) => `${`a${at}`.padEnd(64, 'x')}: cheap`).join(' ')} }`
  const ask = (path: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      payload: { query: many },
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
    })
  const alone = await ask('/api/v1/price')
  const quoted = (await ask('/api/graphql')).headers['payment-required']
  const paid = await ask('/api/graphql', { 'payment-signature': paymentFor(quoted) })
  const { rows } = readPaymentRequired(String(quoted)).quote!
  expect(alone.json()).toMatchObject({ credits: 3_000, rows })
  expect(paid.json().extensions.cost.rows).toEqual(rows)
  expect(rows.at(-1)).toEqual(['other', 260, 2_600])
  for (const text of [alone.body, JSON.stringify(paid.json().extensions.cost), String(quoted)])
    expect(Buffer.byteLength(text)).toBeLessThan(16_384)
})

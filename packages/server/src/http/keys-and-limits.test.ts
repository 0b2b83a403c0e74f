import { FiqError } from '@fiq/shared/errors'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { unprovenMax } from '../payments/proof/unproven-attempts.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Connector } from '../sources/connector.ts'
import { smallApp } from './testing/small-app.ts'
import { worthlessPayment } from './testing/worthless-payment.ts'

const failing = new Set<string>()
const area = (name: string, sdl: string, fields: Record<string, number>): Connector => ({
  area: name,
  category: 'market',
  upstreams: [],
  sdl,
  fields: Object.fromEntries(
    Object.entries(fields).map(([coordinate, credits]) => [
      coordinate,
      {
        rate: { credits },
        async resolve() {
          if (failing.has(coordinate)) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down', failure)
          return { value: 1, provenance: [] }
        },
      },
    ]),
  ),
})
const failure = { facts: ['Address: example.org'], remedy: 'Ask the operator.' }
const connectors = [
  area('quotes', 'extend type Query { cheap: Int dear: Int }', {
    'Query.cheap': 10,
    'Query.dear': 30,
  }),
  area('sanctions-screen', 'extend type Query { closed: Int sealed: Int! }', {
    'Query.closed': 10,
    'Query.sealed': 10,
  }),
]

/** An app with one organisation on a plan, and its key. */
async function scene(
  plan = 'basic',
  requestsPerMinute = 6_000,
  facilitator: Partial<Facilitator> = {},
) {
  failing.clear()
  const { app, access, clock, problems } = smallApp(connectors, facilitator, { requestsPerMinute })
  const { id } = await createOrganisation({ name: 'Acme', plan }, access.accounts)
  const { key, row } = await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)
  const post = (query: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
      payload: { query },
    })
  const ask = (query: string) => post(query, { authorization: `Bearer ${key}` })
  const left = async () => {
    const { prepaid, allotment } = await access.credits.balance(id)
    return prepaid + allotment
  }
  return { app, access, clock, problems, id, key, row, post, ask, left }
}

const problemJson = 'application/problem+json; charset=utf-8'

const payer = `0x${'a'.repeat(40)}` as const

/** The header of a payment that the facilitator of these tests accepts. */
const signedFor = (
  quoted: ReturnType<typeof readPaymentRequired>,
  nonce: number,
  from: `0x${string}` = payer,
) =>
  paymentSignatureHeader(quoted, {
    authorization: {
      from,
      to: quoted.requirements.payTo,
      value: quoted.requirements.amount,
      validAfter: 0n,
      validBefore: 1_700_000_060n,
      nonce: `0x${String(nonce).padStart(64, '0')}`,
    },
    signature: `0x${'1'.repeat(130)}`,
  })

const codes = (body: string) =>
  (JSON.parse(body) as { errors: { extensions: { code: string } }[] }).errors.map(
    ({ extensions }) => extensions.code,
  )

describe('a query on credits', () => {
  test('default: charges the credits of its price, and states them', async () => {
    const { ask, left, id } = await scene()
    const answer = await ask('{ cheap dear }')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(answer.headers['payment-response']).toBeUndefined()
    expect(answer.json()).toMatchObject({
      data: { cheap: 1, dear: 1 },
      extensions: {
        cost: { credits: 40, amount: '0.12' },
        payment: { state: 'charged', credits: 40, organisation: id, creditsLeft: 960 },
      },
    })
    expect(await left()).toBe(960)
  })

  test('behavior: free queries, GET and errors before the charge cost nothing', async () => {
    const { ask, left, app, key } = await scene()
    expect((await ask('{ __typename }')).statusCode).toBe(200)
    await ask('{ nope }')
    const got = await app.inject({
      url: '/api/graphql?query=%7Bcheap%7D',
      headers: { authorization: `Bearer ${key}` },
    })
    expect([got.statusCode, codes(got.body)]).toEqual([405, ['METHOD_NOT_ALLOWED']])
    expect(await left()).toBe(1_000)
  })

  test('behavior: refunds a field that failed because of us, and states it', async () => {
    const { ask, left, id } = await scene()
    failing.add('Query.dear')
    const answer = await ask('{ cheap dear }')
    expect(answer.json()).toMatchObject({
      data: { cheap: 1, dear: null },
      extensions: {
        payment: { credits: 10, creditsLeft: 990, credited: { credits: 30, organisation: id } },
      },
    })
    expect(await left()).toBe(990)
  })

  test('error: refunds a query that fails completely, with the error of its first field', async () => {
    const { ask, left, access, id } = await scene()
    failing.add('Query.dear')
    const answer = await ask('{ dear }')
    expect(answer.json().errors).toMatchObject([
      {
        message: 'down',
        extensions: {
          code: 'UPSTREAM_UNAVAILABLE',
          facts: ['Code: UPSTREAM_UNAVAILABLE', ...failure.facts],
          remedy: failure.remedy,
        },
      },
    ])
    expect(await left()).toBe(1_000)
    const kinds = (await access.accounts.store.ledger(id, 9)).map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['allotment', 'debit', 'refund'])
  })

  test('error: without credits gives 402 without a quote, and explains how to top up', async () => {
    const { ask, left } = await scene('pay-as-you-go')
    const answer = await ask('{ cheap }')
    expect([answer.statusCode, codes(answer.body)]).toEqual([402, ['CREDITS_EXHAUSTED']])
    expect(answer.headers['payment-required']).toBeUndefined()
    expect(answer.body).toContain('/api/v1/credits/topup')
    expect(await left()).toBe(0)
  })

  test('behavior: a hundred concurrent requests never spend more than the balance', async () => {
    const { ask, left } = await scene()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('{ dear }')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(33)
    expect(await left()).toBe(10)
  })
})

describe('keys', () => {
  test.each(['/api/graphql', '/tools/quotes'])(
    'error: %s refuses a bad key with 401 before anything else',
    async (url) => {
      const { app, key, clock, access, row } = await scene()
      const ask = (authorization: string) =>
        app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', authorization },
          payload: url === '/api/graphql' ? { query: '{ nope }' } : { tickers: ['AAPL'] },
        })
      const refused = async (authorization: string) => {
        const answer = await ask(authorization)
        expect([answer.statusCode, codes(answer.body)]).toEqual([401, ['INVALID_KEY']])
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer /)
        return answer.json().errors[0].message as string
      }
      expect(await refused('Basic eA==')).toContain('not of the form')
      expect(await refused('Bearer fiq_x')).toContain('malformed')
      expect(await refused(`Bearer fiq_${'a'.repeat(43)}`)).toContain('not known')
      clock.nowMs += 86_400_000
      expect(await refused(`Bearer ${key}`)).toContain('expired')
      await access.accounts.store.revokeKey(row, clock.nowMs)
      expect(await refused(`Bearer ${key}`)).toContain('revoked')
    },
  )

  test('behavior: with both, the payment pays, for any key', async () => {
    const { post, key, left } = await scene()
    for (const [index, authorization] of [`Bearer ${key}`, 'Bearer nonsense'].entries()) {
      const quoted = readPaymentRequired(
        String((await post('{ cheap }')).headers['payment-required']),
      )
      const signed = {
        authorization: {
          from: `0x${'a'.repeat(40)}`,
          to: quoted.requirements.payTo,
          value: quoted.requirements.amount,
          validAfter: 0n,
          validBefore: 1_700_000_060n,
          nonce: `0x${String(index).padStart(64, '0')}`,
        },
        signature: `0x${'1'.repeat(130)}`,
      } as const
      const headers = { authorization, 'payment-signature': paymentSignatureHeader(quoted, signed) }
      const answer = await post('{ cheap }', headers)
      expect(answer.json().extensions.payment).toMatchObject({ state: 'settled', amount: '0.03' })
      expect(answer.headers['ratelimit-policy']).toBe('"minute";q=6000;w=60')
    }
    expect(await left()).toBe(1_000)
  })

  test('behavior: a request with a key does not get the cached quote of an anonymous client', async () => {
    const { post, ask } = await scene()
    expect((await post('{ cheap }')).statusCode).toBe(402)
    expect((await ask('{ cheap }')).statusCode).toBe(200)
    expect((await post('{ cheap }')).statusCode).toBe(402)
  })
})

describe('tiers', () => {
  test('default: a denied field is an error beside the data, without a charge', async () => {
    const { ask, left } = await scene()
    const answer = await ask('{ cheap closed }')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      data: { cheap: 1, closed: null },
      errors: [
        {
          path: ['closed'],
          message: 'The plan basic does not include sanctions-screen.',
          extensions: { code: 'TIER_DENIED' },
        },
      ],
      extensions: { cost: { credits: 10 }, payment: { credits: 10 } },
    })
    expect(await left()).toBe(990)
  })

  test('behavior: refunds a field that failed at a source beside a denied one completely', async () => {
    const { ask, left } = await scene()
    failing.add('Query.cheap')
    expect(codes((await ask('{ closed cheap }')).body)).toEqual(['UPSTREAM_UNAVAILABLE'])
    expect(await left()).toBe(1_000)
  })

  test.each(['{ closed }', '{ cheap sealed }'])(
    'error: %s gives 403 for the whole request',
    async (query) => {
      const { ask, left, post } = await scene()
      const answer = await ask(query)
      expect([answer.statusCode, codes(answer.body)]).toEqual([403, ['TIER_DENIED']])
      expect(await left()).toBe(1_000)
      expect((await post(query)).statusCode).toBe(402)
    },
  )
})

describe('rate limits', () => {
  test('default: applies the same limit to an address and a key, in the headers of every response', async () => {
    const { post, ask } = await scene('basic', 2)
    for (const send of [() => post('{ cheap }'), () => ask('{ cheap }')]) {
      const left = [await send(), await send()].map(({ headers }) => [
        headers['ratelimit-policy'],
        headers['ratelimit'],
      ])
      expect(left).toEqual([
        ['"minute";q=2;w=60', '"minute";r=1;t=30'],
        ['"minute";q=2;w=60', '"minute";r=0;t=60'],
      ])
      const refused = await send()
      expect(refused.statusCode).toBe(429)
      expect(refused.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'retry-after': '30',
        ratelimit: '"minute";r=0;t=60',
      })
      expect(refused.json()).toMatchObject({
        status: 429,
        code: 'RATE_LIMITED',
        'violated-policies': ['minute'],
        funds: 'untouched',
      })
    }
  })

  test('behavior: refused calls cost nothing, and the limit recovers', async () => {
    const { ask, left, clock } = await scene('basic', 1)
    await ask('{ cheap }')
    expect((await ask('{ cheap }')).statusCode).toBe(429)
    expect(await left()).toBe(990)
    clock.nowMs += 60_000
    expect((await ask('{ cheap }')).statusCode).toBe(200)
  })

  test('behavior: counts each payer separately: a busy one does not affect others', async () => {
    const { post } = await scene('basic', 2)
    const quoted = readPaymentRequired(
      String((await post('{ cheap }')).headers['payment-required']),
    )
    await post('{ cheap }')
    expect((await post('{ cheap }')).statusCode).toBe(429)
    const pay = (nonce: number) =>
      post('{ cheap }', { 'payment-signature': signedFor(quoted, nonce) })
    for (const nonce of [1, 2]) expect((await pay(nonce)).statusCode).toBe(200)
    const third = await pay(3)
    expect([third.statusCode, third.json().funds]).toEqual([429, 'at-risk'])
    // A bought answer is still delivered.
    expect((await pay(1)).statusCode).toBe(200)
  })

  test('behavior: payers by key and payers on the chain get the same headers', async () => {
    const { post, ask } = await scene('basic', 2)
    const quoted = readPaymentRequired(
      String((await post('{ cheap }')).headers['payment-required']),
    )
    const pay = (nonce: number) =>
      post('{ cheap }', { 'payment-signature': signedFor(quoted, nonce) })
    const seenBy = async (send: (nonce: number) => ReturnType<typeof pay>) => {
      const seen = []
      for (const nonce of [1, 2, 3]) {
        const { statusCode, headers, body } = await send(nonce)
        const names = ['ratelimit-policy', 'ratelimit', 'retry-after', 'content-type']
        const code = statusCode === 429 ? JSON.parse(body).code : undefined
        seen.push([statusCode, code, ...names.map((name) => headers[name])])
      }
      return seen
    }
    const json = 'application/json; charset=utf-8'
    const policy = '"minute";q=2;w=60'
    const told = [
      [200, undefined, policy, '"minute";r=1;t=30', undefined, json],
      [200, undefined, policy, '"minute";r=0;t=60', undefined, json],
      [429, 'RATE_LIMITED', policy, '"minute";r=0;t=60', '30', problemJson],
    ]
    expect(await seenBy(() => ask('{ cheap }'))).toEqual(told)
    expect(await seenBy(pay)).toEqual(told)
  })

  const junk = { 'payment-signature': 'x' }
  const unsigned = { 'payment-signature': worthlessPayment() }
  const badKey = { authorization: `Bearer fiq_${'a'.repeat(43)}` }
  const free = { query: '{ __typename }' }
  test.each<[string, 'GET' | 'POST', string, Record<string, string>, unknown]>([
    ['a sign-in', 'GET', '/auth/siwx/nonce', junk, undefined],
    ['a sign-in, well-formed', 'GET', '/auth/siwx/nonce', unsigned, undefined],
    ['guessing keys', 'GET', '/api/v1/credits', { ...unsigned, ...badKey }, undefined],
    [
      'guessing keys with a top-up',
      'POST',
      '/api/v1/credits/topup',
      { ...unsigned, ...badKey },
      {},
    ],
    ['a free query', 'POST', '/api/graphql', junk, free],
    ['a free query, well-formed', 'POST', '/api/graphql', unsigned, free],
    ['a payment that cannot be read', 'POST', '/api/graphql', junk, { query: '{ cheap }' }],
    ['a query that is wrong', 'POST', '/api/graphql', unsigned, { query: '{ nope }' }],
    ['a claim', 'POST', '/api/v1/credits/claim', unsigned, {}],
    ['a price', 'POST', '/api/v1/price', unsigned, { query: '{ cheap }' }],
    ['a top-up', 'POST', '/api/v1/credits/topup', junk, { amountUsd: '0.03' }],
    ['a body that is no JSON', 'POST', '/api/graphql', {}, undefined],
    ['a price without a body', 'POST', '/api/v1/price', {}, undefined],
    ['an unknown tool', 'POST', '/tools/nope', {}, {}],
    ['bad input of a tool', 'POST', '/tools/quotes', unsigned, {}],
  ])(
    'error: a payment header does not avoid the limit: %s is counted',
    async (_, method, url, headers, body) => {
      const { app } = await scene('basic', 20)
      const statuses = []
      for (let sent = 0; sent < 60; sent += 1) {
        const json = body === undefined ? {} : { payload: JSON.stringify(body) }
        const fields = { 'content-type': 'application/json', host: 'fiq.test', ...headers }
        statuses.push((await app.inject({ method, url, headers: fields, ...json })).statusCode)
      }
      // A claim without proof is limited earlier.
      const first = url.endsWith('/claim') ? unprovenMax : 20
      expect(statuses.indexOf(429)).toBe(first)
      expect(statuses.slice(first)).toEqual(Array(60 - first).fill(429))
    },
  )

  const why = { reason: 'unexpected_verify_error', message: 'x' } as const
  test.each<[string, Partial<Facilitator>]>([
    ['invalid', { verify: async () => ({ isValid: false, payer, ...why }) }],
    ['not settled', { settle: async () => ({ outcome: 'refused', ...why }) }],
    ['never known to settle', { settle: async () => ({ outcome: 'unknown', message: 'x' }) }],
  ])('error: payments that are %s are counted by their address', async (_, facilitator) => {
    const { post } = await scene('basic', 2, facilitator)
    const quoted = readPaymentRequired(
      String((await post('{ cheap }')).headers['payment-required']),
    )
    const statuses = []
    for (const nonce of [1, 2, 3]) {
      const { statusCode } = await post('{ cheap }', {
        'payment-signature': signedFor(quoted, nonce, `0x${String(nonce).repeat(40)}`),
      })
      statuses.push(statusCode === 429)
    }
    expect(statuses).toEqual([false, false, true])
  })

  test('error: counts a failed price query, and reports the reason', async () => {
    const { app } = await scene('basic', 1)
    const refused = await app.inject({
      method: 'POST',
      url: '/api/v1/price',
      headers: { 'content-type': 'application/json' },
      payload: { query: '{ nope }' },
    })
    expect([refused.statusCode, refused.headers['ratelimit']]).toEqual([400, '"minute";r=0;t=60'])
  })

  test('behavior: counts price queries too', async () => {
    const { app } = await scene('basic', 1)
    const price = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/price',
        headers: { 'content-type': 'application/json' },
        payload: { query: '{ cheap }' },
      })
    const first = await price()
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"minute";q=1;w=60',
      ratelimit: '"minute";r=0;t=60',
    })
    const refused = await price()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  })

  test('behavior: no unexpected error occurred', async () => {
    const { problems, ask } = await scene()
    await ask('{ cheap }')
    expect(problems).toEqual([])
  })
})

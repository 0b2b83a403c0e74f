import { defined } from '@fiq/shared/defined'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../accounts/accounts.ts'
import { verifyAuthorization } from '../../settlement/verify/verify-authorization.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import {
  bare,
  changed,
  type Headers,
  type Payload,
  payer,
  scene,
} from '../testing/public-payments.ts'
import { carriesSecret, provenAtLimit } from './prove-at-limit.ts'

const requestsPerMinute = 20
const address = '127.0.0.1'
const query = ['/api/graphql', { query: '{ quotes(tickers: ["AAPL"]) { price } }' }] as const
const tool = ['/tools/quotes', { tickers: ['AAPL'] }] as const
type Scene = ReturnType<typeof scene>

/** Uses the whole unpaid limit of an address. */
const limits: Record<string, (scene: Scene) => Promise<unknown>> = {
  async unpaid({ access: { gate } }) {
    for (let n = 0; n < 2 * requestsPerMinute; n += 1)
      await gate.admit({ authorization: undefined, pays: true, address }).catch(() => {})
  },
  async work({ access: { gate } }) {
    for (let n = 0; n < 100; n += 1)
      await gate.chargeWork({ address }, 600, { pays: false }).catch(() => {})
    for (let n = 0; n < 1_000; n += 1)
      await gate.chargeWork({ address }, 1, { pays: false }).catch(() => {})
  },
}

describe.each([
  [...query, 'unpaid'],
  [...tool, 'unpaid'],
  // More than one unit of work.
  [query[0], { query: `${query[1].query} #${' '.repeat(2_000)}` }, 'work'],
] as const)('%s %j at the limit of %s', (url, body, limit) => {
  async function paidAtLimit() {
    const all = scene({}, { requestsPerMinute })
    const { nonce, ...pay } = all.sign((await all.send(url, body)).headers['payment-required'])
    const first = await all.send(url, body, pay)
    expect(first.statusCode).toBe(200)
    const proof = { 'payment-proof': encodeHeader(await all.proofFor(nonce)) }
    const stranger = privateKeyToAccount(generatePrivateKey())
    const forged = { 'payment-proof': encodeHeader(await all.proofFor(nonce, stranger)) }
    await limits[limit]!(all)
    const ask = (headers: Headers) => all.send(url, body, headers)
    return { ...all, pay, proof, forged, first, ask }
  }

  test('default: the right secret returns its answer', async () => {
    const { ask, pay, first } = await paidAtLimit()
    expect((await ask(pay)).body).toBe(first.body)
  })

  test('default: the right signature returns its answer, once', async () => {
    const { ask, pay, proof, first } = await paidAtLimit()
    const signed = { ...bare(pay['payment-signature']), ...proof }
    expect((await ask(signed)).body).toBe(first.body)
    expect((await ask(signed)).statusCode).toBe(429)
  })

  test('error: a caller without proof stays limited', async () => {
    const { ask, pay, forged, sign, send } = await paidAtLimit()
    const header = pay['payment-signature']
    const other = sign((await send(url, body, {}, '192.0.2.9')).headers['payment-required'])
    const { extensions } = decodeHeader(other['payment-signature']) as Payload
    const echoed = changed(header, (payload) => Object.assign(payload, { extensions }))
    const unknown = { 'payment-signature': other['payment-signature'] }
    for (const shown of [bare(header), echoed, { ...bare(header), ...forged }, unknown])
      expect((await ask(shown)).statusCode).toBe(429)
  })
})

test('behavior: a proven payment has a separate limit, and uses no other', async () => {
  const all = scene({}, { requestsPerMinute })
  const [url, body] = query
  const pays = async () => all.sign((await all.send(url, body)).headers['payment-required'])
  const [one, two] = [await pays(), await pays()]
  const ask = ({ 'payment-signature': header }: typeof one) =>
    all.send(url, body, { 'payment-signature': header })
  for (const each of [one, two]) expect((await ask(each)).statusCode).toBe(200)
  await limits['unpaid']!(all)
  const statuses = []
  for (let n = 0; n < 2 * requestsPerMinute; n += 1) statuses.push((await ask(one)).statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.at(-1)).toBe(429)
  expect((await ask(two)).statusCode).toBe(200)
})

test('behavior: the same over MCP', async () => {
  const all = scene({}, { requestsPerMinute })
  const call = async (meta: object = {}) => {
    const params = { name: 'quotes', arguments: { tickers: ['AAPL'] }, _meta: meta }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return (await all.send('/mcp', request, { accept: 'application/json' })).json()
  }
  const quote = (await call()).result.structuredContent
  const { 'payment-signature': header } = all.sign(encodeHeader(quote))
  const payment = decodeHeader(header) as Payload
  const first = await call({ 'x402/payment': payment })
  await limits['unpaid']!(all)
  expect(await call({ 'x402/payment': payment })).toEqual(first)
  const { extensions: _, ...stolen } = payment
  expect(JSON.stringify(await call({ 'x402/payment': stolen }))).toContain('RATE_LIMITED')
})

describe('credits', () => {
  test('default: returns a top-up again, and answers a claim, at every limit', async () => {
    const all = scene({}, { requestsPerMinute })
    const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, all.access.accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci' }, all.access.accounts)
    const url = '/api/v1/credits/topup'
    const body = { amountUsd: '3', organisation: id }
    const ask = (headers: Headers) =>
      all.send(url, body, { authorization: `Bearer ${key}`, ...headers })
    const quote = await ask({})
    const { 'payment-signature': header } = all.sign(quote.headers['payment-required'], {
      url,
      body,
    })
    const pay = { 'payment-signature': header }
    const first = await ask(pay)
    expect(first.statusCode).toBe(200)
    await limits['unpaid']!(all)
    for (let n = 0; n < 2 * requestsPerMinute; n += 1) await all.app.inject('/api/v1/credits')
    for (let n = 0; n < 2 * requestsPerMinute; n += 1)
      await all.send('/api/v1/credits/claim', {}, bare(header))
    expect((await ask(pay)).body).toBe(first.body)
    expect((await ask(bare(header))).statusCode).toBe(429)
    // It bought credits, so nothing is owed. The request was admitted, and its payment was found.
    const claimed = await all.send('/api/v1/credits/claim', {}, pay)
    expect([claimed.statusCode, claimed.body]).toEqual([
      409,
      expect.stringContaining('so none is owed'),
    ])
    expect((await all.send('/api/v1/credits/claim', {}, bare(header))).statusCode).toBe(429)
  })
})

test('carriesSecret: default: accepts a known payment with its own secret, by one read', async () => {
  const row = { secretHash: '5'.repeat(64) } as never
  const of = (known: unknown, secretHash?: string) =>
    carriesSecret({ authorization: {}, ...defined({ secretHash }) } as never, {
      find: async (_, shown) => {
        expect(shown).toEqual({ secretHash: undefined })
        return known as never
      },
    })
  expect(await of(row, '5'.repeat(64))).toBe(true)
  expect(await of(row, '6'.repeat(64))).toBe(false)
  expect(await of(row)).toBe(false)
  expect(await of({}, '5'.repeat(64))).toBe(false)
  expect(await of(undefined, '5'.repeat(64))).toBe(false)
  expect(await of({ secretHash: '5'.repeat(64), state: 'failed' }, '5'.repeat(64))).toBe(false)
})

describe('provenAtLimit with a signature', () => {
  const authorization = { from: payer, nonce: `0x${'1'.repeat(64)}` }
  const limited = { status: 429, code: 'RATE_LIMITED' } as never
  const shown = {
    payment: { authorization, payload: {} },
    proof: { nonce: 'issued' },
    sender: { address, isKnown: false },
  } as never

  async function ask(row: object | undefined, isOfPayer: boolean, withTurns = true) {
    const seen: string[] = []
    const requests: unknown[] = []
    const answer = await provenAtLimit(
      shown,
      {
        record: {
          async find(key: unknown, hidden: unknown) {
            seen.push('read')
            expect([key, hidden]).toMatchObject([{ payer, nonce: authorization.nonce }, {}])
            return row
          },
        },
        proofs: {
          async isOfPayer() {
            seen.push('proof')
            return isOfPayer
          },
        },
        ...defined({
          inTurn: withTurns
            ? (of: string, run: () => Promise<boolean>) => {
                seen.push(`turn of ${of}`)
                return run()
              }
            : undefined,
        }),
      } as never,
      async (sender) => {
        requests.push(sender)
        return requests.length === 1 ? limited : ({ status: 200 } as never)
      },
    )
    return { seen, requests, status: answer.status }
  }

  test('default: a claimed payment is proven in the turn of its address', async () => {
    const proven = await ask({}, true)
    expect([proven.status, proven.seen]).toEqual([200, ['read', `turn of ${address}`, 'proof']])
    expect(proven.requests[1]).toEqual({
      address: `payment:${payer}:${authorization.nonce}`,
      isProven: true,
      isKnown: false,
    })
    expect((await ask({}, true, false)).seen).toEqual(['read', 'proof'])
  })

  test('error: the failed payments of an address share one limit', async () => {
    const { requests } = await ask({ state: 'failed' }, true)
    expect(requests[1]).toEqual({ address: `failed:${address}`, isProven: true, isKnown: false })
  })

  test('error: for a payment that was never claimed, nothing is verified', async () => {
    const unknown = await ask(undefined, true)
    expect([unknown.status, unknown.seen]).toEqual([429, ['read']])
  })

  test('error: a wrong signature stays limited', async () => {
    const wrong = await ask({}, false)
    expect([wrong.status, wrong.requests.length]).toEqual([429, 1])
  })
})

describe('equal refusals', () => {
  const states = [
    ...['claimed', 'broadcast', 'settled', 'answered', 'failed', 'owed'],
    ...['reserved', 'advanced', 'unpaid', 'reorganised', 'uncollectible'],
  ]

  test('default: the same status, body and headers for each mismatch and each state', async () => {
    const database = openSqliteDatabase(':memory:')
    const stored = openPaymentRecord(database)
    const reads: unknown[] = []
    const record: typeof stored = {
      ...stored,
      find(key, shown) {
        reads.push(shown)
        return stored.find(key, shown)
      },
    }
    const all = scene({}, { database, record })
    const { nonce: _, ...pay } = all.sign((await all.send(...query)).headers['payment-required'])
    expect((await all.send(...query, pay)).statusCode).toBe(200)
    const header = pay['payment-signature']
    const other = all.sign((await all.send(...query)).headers['payment-required'])
    const { extensions } = decodeHeader(other['payment-signature']) as Payload
    const garbage = `0x${'2'.repeat(130)}`
    const mismatches: Headers[] = [
      bare(header),
      changed(header, (payload) => Object.assign(payload, { extensions })),
      changed(bare(header)['payment-signature'], ({ payload }) =>
        Object.assign(payload, { signature: garbage }),
      ),
    ]
    const answers = new Set<string>()
    let stranger = 0
    reads.length = 0
    for (const state of states) {
      await database.write({ sql: 'update payments set state = ?', values: [state] })
      for (const shown of mismatches)
        for (const [url, body] of [query, tool]) {
          stranger += 1
          const from = `192.0.2.${stranger % 250}`
          all.clock.nowMs += 1
          const { statusCode, headers, body: text } = await all.send(url, body, shown, from)
          // The id of a request is random.
          const { date: __, 'x-request-id': ___, ...rest } = headers
          answers.add(JSON.stringify([statusCode, rest, text]))
        }
    }
    expect([...answers]).toEqual([expect.stringContaining('PAYMENT_BOUND_TO_OTHER_REQUEST')])
    // No answer was read; only the secret of the request was compared.
    expect(reads.length).toBeGreaterThanOrEqual(states.length * mismatches.length * 2)
    expect(reads.every((shown) => shown !== undefined)).toBe(true)
    const hidden = await stored.find({ payer, nonce: _ }, { secretHash: '5'.repeat(64) })
    expect([hidden?.answer, hidden?.isWithheld]).toEqual([undefined, true])
  })

  test.each([60, 2])(
    'default: a settlement that this server knows gives the same bytes as an unknown one, with %i unpaid fetches',
    async (unpaidFetchesPerMinute) => {
      const used = new Set<string>()
      const all = scene(
        {
          verify: (payment, terms) => verifyAuthorization(payment, terms, undefined, () => true),
          authorizationState: async (_, nonce) => used.has(nonce),
        },
        { requestsPerMinute, unpaidFetchesPerMinute },
      )
      const sign = async () => all.sign((await all.send(...query)).headers['payment-required'])
      const [known, unknown] = [await sign(), await sign()]
      const { nonce: _, ...pay } = known
      expect((await all.send(...query, pay)).statusCode).toBe(200)
      for (const { nonce } of [known, unknown]) used.add(nonce)
      // After the authorization's end: until then an unknown settlement buys its answer.
      all.clock.nowMs += 61_000
      const attempts = (header: string): [string, unknown, Headers][] => [
        [...query, bare(header)],
        [...query, { 'payment-signature': header }],
        ['/api/graphql', { query: '{ quotes(tickers: ["NOPE"]) { price } }' }, bare(header)],
        [...tool, bare(header)],
        [...tool, { 'payment-signature': header }],
        ['/api/graphql', { query: '{ quotes(tickers: ["MSFT"]) { price } }' }, bare(header)],
        ['/api/v1/credits/topup', { amountUsd: '3' }, bare(header)],
        ['/api/v1/credits/topup', { amountUsd: '3' }, { 'payment-signature': header }],
        ['/api/v1/credits/claim', {}, bare(header)],
      ]
      const other = (await sign())['payment-signature']
      const { extensions } = decodeHeader(other) as Payload
      // The answer to an unused payment with wrong terms shows whether the others used up the budget.
      const wrong = changed(other, ({ payload }) =>
        Object.assign(payload, { authorization: { ...payload.authorization, value: '1' } }),
      )
      const sequences = []
      for (const [n, { 'payment-signature': header }] of [known, unknown].entries()) {
        // A third party that copies the bytes has another secret, or none.
        const stolen = changed(header, (payload) => Object.assign(payload, { extensions }))
        const asked = [...attempts(stolen['payment-signature']), [...query, wrong] as const]
        const sequence = []
        for (let first = 0; first < asked.length; first += 1)
          for (const at of asked.keys()) {
            const [url, body, shown] = asked[(first + at) % asked.length]!
            const answer = await all.send(url, body, shown, `192.0.${n}.${first}`)
            const {
              date: __,
              'payment-required': ___,
              'x-request-id': ____,
              ...headers
            } = answer.headers
            sequence.push({ status: answer.statusCode, headers, body: answer.body })
          }
        sequences.push(sequence)
      }
      expect(sequences[0]!.slice(0, 9).map(({ status }) => status)).toEqual([
        ...[409, 409, 409, 409, 409, 429, 429, 429, 429],
      ])
      expect(sequences[1]).toEqual(sequences[0])
    },
  )

  test('default: a claim for a known payment gives the same response as for an unknown one', async () => {
    const all = scene()
    const sign = async () => all.sign((await all.send(...query)).headers['payment-required'])
    const [known, unknown] = [await sign(), await sign()]
    const { nonce: _, ...pay } = known
    expect((await all.send(...query, pay)).statusCode).toBe(200)
    const answers = []
    for (const each of [known, unknown]) {
      const stolen = bare(each['payment-signature'])
      const from = `192.0.2.${answers.length}`
      const { statusCode, headers, body } = await all.send(
        '/api/v1/credits/claim',
        {},
        stolen,
        from,
      )
      const { date: __, 'x-request-id': ___, ...rest } = headers
      answers.push([statusCode, rest, body])
    }
    expect(answers[0]).toEqual(answers[1])
  })
})

import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { purchaseNonce, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { rowsAddUp } from '@fiq/shared/payment/quote'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey, organisationOfWallet } from '../../accounts/accounts.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import type { Connector } from '../../sources/connector.ts'
import { smallApp } from '../testing/small-app.ts'

const broken = { now: false }
const connector: Connector = {
  area: 'quotes',
  category: 'market',
  upstreams: [],
  sdl: 'extend type Query { cheap: Int other: Int }',
  fields: {
    'Query.cheap': {
      rate: { credits: 10 },
      async resolve() {
        if (broken.now) throw new Error('down')
        return { value: 1, provenance: [] }
      },
    },
    'Query.other': { rate: { credits: 5 }, resolve: async () => ({ value: 1, provenance: [] }) },
  },
}
const payer = `0x${'a'.repeat(40)}` as const
let nonces = 0

async function scene(
  facilitator: Partial<Facilitator> = {},
  options: Parameters<typeof smallApp>[2] = {},
) {
  broken.now = false
  const small = smallApp(connector, facilitator, options)
  const { app, access } = small
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci' }, access.accounts)
  const authorization = `Bearer ${key}`
  const send = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const topUp = (body: unknown, headers: Record<string, string> = {}) =>
    send('/api/v1/credits/topup', body, headers)
  /** Signs the quote of a response, with a new nonce. */
  const payFor = (
    quoteHeader: unknown,
    change: { value?: bigint; nonce?: `0x${string}` } = {},
    identifier?: string,
  ) => {
    const quoted = readPaymentRequired(String(quoteHeader))
    nonces += 1
    const { payTo, amount: value } = quoted.requirements
    const signed = {
      authorization: {
        from: payer,
        to: payTo,
        value,
        validAfter: 0n,
        validBefore: 1_700_000_060n,
        nonce: `0x${String(nonces).padStart(64, '0')}` as const,
        ...change,
      },
      signature: `0x${'1'.repeat(130)}` as const,
    }
    return { 'payment-signature': paymentSignatureHeader(quoted, signed, identifier) }
  }
  const left = async (organisation: string) => {
    const { prepaid, allotment } = await access.credits.balance(organisation)
    return prepaid + allotment
  }
  const wallet = async () => (await organisationOfWallet(payer, access.accounts)).id
  return { ...small, id, authorization, send, topUp, payFor, left, wallet }
}

const code = (answer: { json(): { errors: { extensions: { code: string } }[] } }) =>
  answer.json().errors[0]?.extensions.code

describe('GET /api/v1/credits', () => {
  test('default: returns the balance, bought and allotted, and the plan', async () => {
    const { app, authorization, id } = await scene()
    const answer = await app.inject({ url: '/api/v1/credits', headers: { authorization } })
    expect(answer.json()).toEqual({
      organisation: { id, name: 'Acme' },
      plan: { name: 'basic', tier: 'basic', creditsPerMonth: 1_000 },
      credits: 1_000,
      prepaid: 0,
      allotment: 1_000,
    })
  })

  test('error: gives 401 without a key', async () => {
    const { app } = await scene()
    const answer = await app.inject('/api/v1/credits')
    expect([answer.statusCode, code(answer)]).toEqual([401, 'INVALID_KEY'])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })
})

describe('POST /api/v1/credits/topup', () => {
  test("default: quotes, accepts payment, and credits the key's organisation, with a receipt", async () => {
    const { topUp, payFor, authorization, left, id } = await scene()
    const body = { amountUsd: '5', organisation: id }
    const quote = await topUp(body, { authorization })
    expect([quote.statusCode, quote.body]).toEqual([402, '{}'])
    const { quote: itemised, requirements } = readPaymentRequired(
      String(quote.headers['payment-required']),
    )
    expect([requirements.amount, rowsAddUp(itemised!)]).toEqual([4_998_000n, true])
    expect(itemised).toMatchObject({ credits: 1_666, rows: [['topup', 1, 1_666, '4998000']] })

    const url = new URL('http://fiq.test/api/v1/credits/topup')
    const identifier = 'the-name-of-the-purchase'
    const nonce = purchaseNonce(identifier, requestKey(url, JSON.stringify(body)))
    const pay = payFor(quote.headers['payment-required'], { nonce }, identifier)
    const paid = await topUp(body, { authorization, ...pay })
    expect(paid.json()).toMatchObject({
      credits: 1_666,
      amountUsd: '4.998',
      organisation: { id, name: 'Acme' },
      creditsLeft: 2_666,
      payment: { state: 'settled', payer },
    })
    expect(readPaymentResponse(String(paid.headers['payment-response']))?.success).toBe(true)
    expect(await left(id)).toBe(2_666)

    const again = await topUp(body, { authorization, ...pay })
    expect(again.body).toBe(paid.body)
    expect(await left(id)).toBe(2_666)
  })

  test("behavior: without a key the credits belong to the payer's wallet", async () => {
    const { topUp, payFor, left, wallet } = await scene()
    const quote = await topUp({ amountUsd: 0.015 })
    const paid = await topUp({ amountUsd: 0.015 }, payFor(quote.headers['payment-required']))
    expect(paid.json()).toMatchObject({ credits: 5, organisation: { id: await wallet() } })
    expect(await left(await wallet())).toBe(5)
  })

  test('behavior: a large top-up is pending until it is final, as both pages state', async () => {
    const { app, topUp, payFor, access, wallet } = await scene({}, { pendsAbove: 10 })
    const buy = async (amountUsd: number) => {
      const quote = await topUp({ amountUsd })
      return (await topUp({ amountUsd }, payFor(quote.headers['payment-required']))).json()
    }
    expect(await buy(0.03)).not.toHaveProperty('creditsPending')
    expect(await buy(0.033)).toMatchObject({ credits: 11, creditsLeft: 10, creditsPending: 11 })
    const { key } = await issueKey({ organisation: await wallet(), name: 'ci' }, access.accounts)
    const headers = { authorization: `Bearer ${key}` }
    const balance = await app.inject({ url: '/api/v1/credits', headers })
    expect(balance.json()).toMatchObject({ credits: 10, creditsPending: 11, prepaid: 10 })
  })

  test('behavior: credits are paid before they are given, also before settlement of answers', async () => {
    const { send, topUp, payFor } = await scene({}, { exposureMax: 30_000n })
    const ask = async () => {
      const quote = await send('/api/graphql', { query: '{ cheap }' })
      const payment = payFor(quote.headers['payment-required'])
      const answer = await send('/api/graphql', { query: '{ cheap }' }, payment)
      return answer.json().extensions.payment.state
    }
    expect(await ask()).toBe('settled')
    const quote = await topUp({ amountUsd: 0.015 })
    const paid = await topUp({ amountUsd: 0.015 }, payFor(quote.headers['payment-required']))
    expect(paid.json().payment.state).toBe('settled')
    expect(readPaymentResponse(String(paid.headers['payment-response']))?.success).toBe(true)
    expect(await ask()).toBe('reserved')
  })

  test('behavior: a hundred concurrent requests with one payment are one top-up', async () => {
    const { topUp, payFor, left, wallet } = await scene()
    const pay = payFor((await topUp({ amountUsd: 3 })).headers['payment-required'])
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => topUp({ amountUsd: 3 }, pay)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await left(await wallet())).toBe(1_000)
  })

  test('error: one payment sent at once as top-ups of two organisations, a query and a claim buys one top-up', async () => {
    const { topUp, payFor, send, authorization, access, left, id } = await scene()
    const { accounts } = access
    const other = await createOrganisation({ name: 'Other', plan: 'basic' }, accounts)
    const { key } = await issueKey({ organisation: other.id, name: 'ci' }, accounts)
    const before = [await left(id), await left(other.id)]
    const bodyFor = (organisation: string) => ({ amountUsd: 3, organisation })
    const required = (await topUp(bodyFor(id), { authorization })).headers['payment-required']
    const identifier = 'a-name-of-one-purchase-of-credits'
    const nonce = purchaseNonce(
      identifier,
      requestKey(new URL('http://fiq.test/api/v1/credits/topup'), JSON.stringify(bodyFor(id))),
    )
    const pay = payFor(required, { nonce }, identifier)
    const sent = Array.from({ length: 20 }, () => [
      topUp(bodyFor(other.id), { ...pay, authorization: `Bearer ${key}` }),
      topUp(bodyFor(id), { ...pay, authorization }),
      send('/api/graphql', { query: '{ cheap }' }, pay),
      send('/api/v1/credits/claim', {}, pay),
    ])
    const answers = await Promise.all(sent.flat())
    const statuses = answers.map(({ statusCode }) => statusCode)
    for (const [at, status] of statuses.entries())
      if (at % 4 === 1) expect(status).toBe(200)
      else expect(status).toBeGreaterThanOrEqual(400)
    expect([await left(id), await left(other.id)]).toEqual([before[0]! + 1_000, before[1]])
  })

  test('error: refuses a payment of another top-up or of a query', async () => {
    const { topUp, payFor, send, authorization, left, id } = await scene()
    const pay = payFor((await topUp({ amountUsd: 3 })).headers['payment-required'])
    for (const other of [
      await topUp({ amountUsd: 4 }, pay),
      await topUp({ amountUsd: 3 }, { ...pay, authorization }),
      await send('/api/graphql', { query: '{ cheap }' }, pay),
    ])
      expect([other.statusCode, code(other)]).toEqual([409, 'PAYMENT_BOUND_TO_OTHER_REQUEST'])
    expect(await left(id)).toBe(1_000)
  })

  test('error: a bad key buys nothing, also with a payment', async () => {
    const { topUp, payFor, record } = await scene()
    const pay = payFor((await topUp({ amountUsd: 3 })).headers['payment-required'])
    const answer = await topUp({ amountUsd: 3 }, { ...pay, authorization: 'Bearer fiq_nope' })
    expect([answer.statusCode, code(answer)]).toEqual([401, 'INVALID_KEY'])
    expect((await record.totals()).answered.count).toBe(0)
  })

  test.each<[unknown, string]>([
    ['{', 'BAD_JSON'],
    [{}, 'BAD_INPUT'],
    [{ amountUsd: true }, 'BAD_INPUT'],
    [{ amountUsd: '-5' }, 'INVALID_AMOUNT'],
    [{ amountUsd: 1e21 }, 'INVALID_AMOUNT'],
    [{ amountUsd: 0.1 + 0.2 }, 'INVALID_AMOUNT'],
    [{ amountUsd: '0' }, 'BAD_INPUT'],
    [{ amountUsd: '10000.000001' }, 'BAD_INPUT'],
  ])('error: %j gives %s', async (body, expected) => {
    const { topUp, problems } = await scene()
    const answer = await topUp(body)
    expect([answer.statusCode, code(answer), problems]).toEqual([400, expected, []])
  })

  test('error: an undecided settlement gives Retry-After; credits follow the decision', async () => {
    const answers = [{ outcome: 'unknown', message: 'timeout' } as const]
    const { topUp, payFor, left, wallet } = await scene({
      async settle() {
        const transaction = `0x${'c'.repeat(64)}` as const
        return answers.pop() ?? { outcome: 'settled', transaction, logIndex: 0 }
      },
    })
    const pay = payFor((await topUp({ amountUsd: 3 })).headers['payment-required'])
    const pending = await topUp({ amountUsd: 3 }, pay)
    expect([pending.statusCode, code(pending)]).toEqual([503, 'SETTLEMENT_PENDING'])
    expect(pending.headers['retry-after']).toBe('1')
    expect((await topUp({ amountUsd: 3 }, pay)).statusCode).toBe(200)
    expect(await left(await wallet())).toBe(1_000)
  })
})

test('error: a top-up that fails unexpectedly, before or after settlement, works on retry', async () => {
  const failures = [new Error('EIO /secret/path')]
  const { topUp, payFor, left, wallet, access, problems } = await scene({
    async settle() {
      const failure = failures.pop()
      if (failure) throw failure
      return { outcome: 'settled', transaction: `0x${'c'.repeat(64)}`, logIndex: 0 }
    },
  })
  const pay = payFor((await topUp({ amountUsd: 3 })).headers['payment-required'])
  const broken = await topUp({ amountUsd: 3 }, pay)
  expect([broken.statusCode, code(broken), broken.headers['retry-after']]).toEqual([
    ...[503, 'SETTLEMENT_PENDING', '1'],
  ])
  expect(broken.body).not.toContain('secret')
  expect(broken.headers['payment-required']).toBeUndefined()
  expect(problems).toHaveLength(1)

  const { grantFor } = access.credits
  access.credits.grantFor = () => Promise.reject(new Error('EIO'))
  expect(code(await topUp({ amountUsd: 3 }, pay))).toBe('ANSWER_OWED')
  access.credits.grantFor = grantFor
  for (const _ of [1, 2]) expect((await topUp({ amountUsd: 3 }, pay)).statusCode).toBe(200)
  expect(await left(await wallet())).toBe(1_000)
})

describe('POST /api/v1/credits/claim', () => {
  const claimUrl = '/api/v1/credits/claim'
  const owed = async () => {
    const all = await scene()
    const ask = (headers = {}) => all.send('/api/graphql', { query: '{ cheap }' }, headers)
    const pay = all.payFor((await ask()).headers['payment-required'])
    broken.now = true
    const owed = await ask(pay)
    expect([code(owed), owed.headers['retry-after']]).toEqual(['ANSWER_OWED', '1'])
    broken.now = false
    return { ...all, ask, pay, claim: (headers = {}) => all.send(claimUrl, '{}', headers) }
  }

  test('default: an owed answer becomes credits of the wallet, and is no longer owed', async () => {
    const { claim, pay, ask, left, wallet } = await owed()
    const claimed = await claim(pay)
    expect(claimed.json()).toEqual({
      credits: 10,
      organisation: await wallet(),
      wallet: payer,
      creditsLeft: 10,
    })
    const again = await ask(pay)
    expect([again.statusCode, code(again)]).toEqual([409, 'PAYMENT_BOUND_TO_OTHER_REQUEST'])
    expect(again.json().extensions.payment).toMatchObject({ state: 'credited', credits: 10 })
    expect(await left(await wallet())).toBe(10)
  })

  test('behavior: repeated claims, also a hundred at once, give the same credits', async () => {
    const { claim, pay, left, wallet } = await owed()
    const claims = await Promise.all(Array.from({ length: 100 }, () => claim(pay)))
    expect(new Set(claims.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await claim(pay)).json()).toMatchObject({ credits: 10, creditsLeft: 10 })
    expect(await left(await wallet())).toBe(10)
  })

  test('behavior: finishes a claim that was interrupted before the credits were given', async () => {
    const { claim, pay, access, left, wallet } = await owed()
    const { giveForPayment } = access.credits
    access.credits.giveForPayment = () => Promise.reject(new Error('disk full'))
    const cut = await claim(pay)
    expect([cut.statusCode, code(cut), cut.headers['retry-after']]).toEqual([
      ...[503, 'SETTLEMENT_PENDING', '1'],
    ])
    access.credits.giveForPayment = giveForPayment
    expect((await claim(pay)).statusCode).toBe(200)
    expect(await left(await wallet())).toBe(10)
  })

  test('error: an inflated amount claims only the settled amount', async () => {
    const { claim, pay, left, wallet } = await owed()
    const payload = JSON.parse(Buffer.from(pay['payment-signature'], 'base64').toString())
    payload.payload.authorization.value = '999000000'
    const header = Buffer.from(JSON.stringify(payload)).toString('base64')
    expect((await claim({ 'payment-signature': header })).json()).toMatchObject({ credits: 10 })
    expect(await left(await wallet())).toBe(10)
  })

  test('error: refuses an answered payment, an unknown one, one with another signature, none', async () => {
    const { claim, pay, ask, payFor } = await owed()
    const unknown = payFor((await ask()).headers['payment-required'])
    const payload = JSON.parse(Buffer.from(pay['payment-signature'], 'base64').toString())
    payload.payload.signature = `0x${'2'.repeat(130)}`
    delete payload.extensions
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64')
    const refusals = [await claim(unknown), await claim({ 'payment-signature': forged })]
    for (const refused of refusals)
      expect([refused.statusCode, refused.body]).toEqual([409, refusals[0]!.body])
    expect(code(await claim())).toBe('PAYMENT_MALFORMED')
    expect((await ask(pay)).statusCode).toBe(200)
    expect(code(await claim(pay))).toBe('PAYMENT_BOUND_TO_OTHER_REQUEST')
  })
})

describe('a partly failed answer paid in USDC', () => {
  test("default: credits the failed share to the payer's wallet, and states it", async () => {
    const { send, payFor, left, wallet } = await scene()
    const query = { query: '{ cheap other }' }
    const pay = payFor((await send('/api/graphql', query)).headers['payment-required'])
    broken.now = true
    const answer = await send('/api/graphql', query, pay)
    expect(answer.json()).toMatchObject({
      data: { cheap: null, other: 1 },
      extensions: {
        payment: { state: 'settled', amount: '0.045', credited: { credits: 10, wallet: payer } },
      },
    })
    expect(await left(await wallet())).toBe(10)
  })
})

import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createOrganisation, issueKey, organisationOfWallet } from '../accounts/accounts.ts'
import { organisationResource } from '../accounts/payment-resource.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import { verifyAuthorization } from '../settlement/verify/verify-authorization.ts'
import {
  account,
  bare,
  changed,
  type Headers,
  type Payload,
  payer,
  scene,
} from './testing/public-payments.ts'

const graphql = ['/api/graphql', { query: '{ quotes(tickers: ["AAPL"]) { price } }' }] as const
const tool = ['/tools/quotes', { tickers: ['AAPL'] }] as const

describe.each([graphql, tool])('%s', (url, body) => {
  async function paid() {
    const all = scene()
    const quote = await all.send(url, body)
    const { nonce, ...pay } = all.sign(quote.headers['payment-required'])
    const ask = (headers: Headers = pay, request: unknown = body) => all.send(url, request, headers)
    const first = await ask()
    expect(first.statusCode).toBe(200)
    return { ...all, nonce, pay, ask, first }
  }

  test('default: a caller with only the public payment gets the same response five times, then 429', async () => {
    const { pay, ask, first, sign, send } = await paid()
    const header = pay['payment-signature']
    const foreign = sign((await send(url, body)).headers['payment-required'])
    const echoed = (decodeHeader(foreign['payment-signature']) as Payload).extensions!
    const attempts = [
      () => ask(bare(header)),
      () => ask(changed(header, (payload) => Object.assign(payload, { extensions: echoed }))),
      () =>
        ask(
          changed(header, (payload) => {
            payload.extensions = {}
            payload.payload.signature = `0x${'2'.repeat(130)}`
          }),
        ),
      () => (url === graphql[0] ? send(...tool, bare(header)) : send(...graphql, bare(header))),
      () => send('/api/v1/credits/claim', {}, bare(header)),
    ]
    const answers = []
    for (const attempt of attempts) answers.push(await attempt())
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]!.body).not.toContain('State')
    for (const attempt of attempts) expect((await attempt()).statusCode).toBe(429)
    expect((await ask()).body).toBe(first.body)
  })

  test('behavior: the secret returns the answer as long as it is stored', async () => {
    const { ask, first, clock } = await paid()
    clock.nowMs += 23 * 60 * 60_000
    expect((await ask()).body).toBe(first.body)
  })

  test('behavior: a new signature of the payer returns it, once per message', async () => {
    const { pay, ask, first, nonce, proofFor } = await paid()
    const stolen = bare(pay['payment-signature'])
    const proof = { 'payment-proof': encodeHeader(await proofFor(nonce)) }
    expect((await ask({ ...stolen, ...proof })).body).toBe(first.body)
    expect((await ask({ ...stolen, ...proof })).statusCode).toBe(409)
    const stranger = privateKeyToAccount(generatePrivateKey())
    const forged = { 'payment-proof': encodeHeader(await proofFor(nonce, stranger)) }
    expect((await ask({ ...stolen, ...forged })).statusCode).toBe(409)
    // From an address above its limit, too.
    for (let n = 0; n < 6; n += 1) await ask(stolen)
    const fresh = { 'payment-proof': encodeHeader(await proofFor(nonce)) }
    expect((await ask({ ...stolen, ...fresh })).body).toBe(first.body)
  })

  test('behavior: a client without a secret can get its answer again for a minute', async () => {
    const { send, sign, clock } = scene()
    const { 'payment-signature': header } = sign(
      (await send(url, body)).headers['payment-required'],
    )
    const first = await send(url, body, bare(header))
    expect(first.statusCode).toBe(200)
    clock.nowMs += 60_000
    expect((await send(url, body, bare(header))).body).toBe(first.body)
    clock.nowMs += 1
    expect((await send(url, body, bare(header))).statusCode).toBe(409)
  })

  test('behavior: an answer owed to such a client has no time limit', async () => {
    const { send, sign, clock, state } = scene()
    const { 'payment-signature': header } = sign(
      (await send(url, body)).headers['payment-required'],
    )
    state.isBroken = true
    expect((await send(url, body, bare(header))).statusCode).toBe(502)
    state.isBroken = false
    clock.nowMs += 20 * 60 * 60_000
    expect((await send(url, body, bare(header))).statusCode).toBe(200)
  })

  test('error: a proof that cannot be read is malformed', async () => {
    const { pay, ask } = await paid()
    for (const proof of ['x', encodeHeader({}), encodeHeader({ message: 'm', signature: 'x' })]) {
      const answer = await ask({ ...pay, 'payment-proof': proof })
      expect([answer.statusCode, answer.body.includes('PAYMENT_MALFORMED')]).toEqual([400, true])
    }
  })

  test('behavior: the server stores only the hash, and no answer or error contains the secret', async () => {
    const { pay, ask, first, record, nonce } = await paid()
    const { extensions } = decodeHeader(pay['payment-signature']) as Payload
    const { secret } = extensions!['itemised-quote'] as { secret: string }
    const row = await record.find({ payer, nonce })
    const text = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    expect(row?.secretHash).toMatch(/^[0-9a-f]{64}$/)
    for (const each of [text, first.body, (await ask()).body]) expect(each).not.toContain(secret)
  })
})

test('MCP: behavior: the same rules, with payment and proof in _meta', async () => {
  const { send, sign, proofFor } = scene()
  const call = async (meta: object = {}) => {
    const params = { name: 'quotes', arguments: { tickers: ['AAPL'] }, _meta: meta }
    const answer = await send(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { accept: 'application/json' },
    )
    return { ...answer.json(), status: answer.statusCode }
  }
  const secrets = new Set<string>()
  let quote: Record<string, unknown> = {}
  for (let n = 0; n < 4; n += 1) {
    const { content, structuredContent } = (await call()).result
    quote = structuredContent
    expect(JSON.parse(content[0].text)).toEqual(quote)
    secrets.add((quote as never as Payload).extensions!['itemised-quote'] as never)
  }
  expect(new Set([...secrets].map((each) => JSON.stringify(each))).size).toBe(4)
  const { nonce, ...pay } = sign(encodeHeader(quote))
  const payment = decodeHeader(pay['payment-signature']) as Payload
  const first = (await call({ 'x402/payment': payment })).result
  expect(first.isError).toBeUndefined()
  expect((await call({ 'x402/payment': payment })).result).toEqual(first)
  const { extensions: _, ...stolen } = payment
  expect((await call({ 'x402/payment': stolen })).result.content[0].text).toContain(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
  )
  const proof = { 'x402/payment': stolen, 'fiq/payment-proof': await proofFor(nonce) }
  expect((await call(proof)).result).toEqual(first)
})

describe('credits', () => {
  const amountUsd = '3'
  const topUpUrl = '/api/v1/credits/topup'

  async function scenes(facilitator: Partial<Facilitator> = {}) {
    const all = scene(facilitator)
    const keyFor = async (name: string) => {
      const { id } = await createOrganisation({ name, plan: 'basic' }, all.access.accounts)
      const { key } = await issueKey({ organisation: id, name: 'ci' }, all.access.accounts)
      return { id, headers: { authorization: `Bearer ${key}` } }
    }
    type Key = Awaited<ReturnType<typeof keyFor>>
    /** In the form of `fiq`: the body names the organisation. */
    const topUp = ({ id, headers }: Key, more: Headers = {}) =>
      all.send(topUpUrl, { amountUsd, organisation: id }, { ...headers, ...more })
    const quoteFor = async (key: Key) => (await topUp(key)).headers['payment-required']
    const signed = async (key: Key) =>
      all.sign(await quoteFor(key), { url: topUpUrl, body: { amountUsd, organisation: key.id } })
    return { ...all, keyFor, topUp, quoteFor, signed }
  }

  test('error: an intercepted payment buys no credits for another organisation', async () => {
    const { send, topUp, keyFor, quoteFor, signed, sign, proofFor, record, access } = await scenes()
    const [acme, thief] = [await keyFor('Acme'), await keyFor('Thief')]
    const { nonce, ...pay } = await signed(acme)
    const header = pay['payment-signature']
    const { extensions } = decodeHeader(
      sign(await quoteFor(thief))['payment-signature'],
    ) as Required<Payload>
    const echoed = { ...(decodeHeader(header) as Required<Payload>).extensions, ...extensions }
    const proof = { 'payment-proof': encodeHeader(await proofFor(nonce)) }
    const owner = organisationResource(acme.id)
    const named = { 'payment-proof': encodeHeader(await proofFor(nonce, account, owner)) }
    const swapped = changed(header, (payload) => Object.assign(payload, { extensions: echoed }))
    const asAcme = { amountUsd, organisation: acme.id }
    for (const answer of [
      await topUp(thief, pay),
      await topUp(thief, swapped),
      await topUp(thief, { ...swapped, ...proof }),
      await topUp(thief, { ...swapped, ...named }),
      await send(topUpUrl, { amountUsd }, { ...thief.headers, ...swapped }),
    ])
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
        ...[409, 'PAYMENT_BOUND_TO_OTHER_REQUEST'],
      ])
    const lied = await send(topUpUrl, asAcme, { ...thief.headers, ...swapped })
    expect([lied.statusCode, await record.find({ payer, nonce })]).toEqual([400, undefined])
    expect(await access.credits.balance(thief.id)).toMatchObject({ prepaid: 0 })
    expect((await topUp(acme, pay)).json()).toMatchObject({
      credits: 1_000,
      organisation: { name: 'Acme' },
    })
  })

  test('error: a client that names no organisation buys only for its own wallet', async () => {
    const { send, topUp, keyFor, quoteFor, sign, access, proofFor } = await scenes()
    const acme = await keyFor('Acme')
    const { nonce, ...stock } = sign(await quoteFor(acme))
    expect((await topUp(acme, stock)).statusCode).toBe(409)
    const owner = organisationResource(acme.id)
    const proof = { 'payment-proof': encodeHeader(await proofFor(nonce, account, owner)) }
    expect((await topUp(acme, { ...stock, ...proof })).json().organisation.name).toBe('Acme')
    const { id } = await organisationOfWallet(payer, access.accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci' }, access.accounts)
    for (const headers of [{}, { authorization: `Bearer ${key}` }] as Headers[]) {
      const quote = await send(topUpUrl, { amountUsd }, headers)
      const { nonce: _, ...own } = sign(quote.headers['payment-required'])
      const bought = await send(topUpUrl, { amountUsd }, { ...headers, ...own })
      expect([bought.statusCode, bought.json().organisation.id]).toEqual([200, id])
    }
  })

  test('error: a top-up without secret or signature buys nothing, and does not read the chain', async () => {
    const { topUp, keyFor, signed, proofFor, record } = await scenes()
    const acme = await keyFor('Acme')
    const { nonce, 'payment-signature': header } = await signed(acme)
    expect((await topUp(acme, bare(header))).statusCode).toBe(409)
    expect(await record.find({ payer, nonce })).toBeUndefined()
    const owner = organisationResource(acme.id)
    const proof = { 'payment-proof': encodeHeader(await proofFor(nonce, account, owner)) }
    const bought = await topUp(acme, { ...bare(header), ...proof })
    expect([bought.statusCode, bought.json().credits]).toEqual([200, 1_000])
  })

  test('error: a settlement that this ledger did not claim buys no credits', async () => {
    const { topUp, keyFor, signed, record } = await scenes({ authorizationState: async () => true })
    const acme = await keyFor('Acme')
    const { nonce, ...pay } = await signed(acme)
    const answer = await topUp(acme, pay)
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([
      ...[409, 'PAYMENT_BOUND_TO_OTHER_REQUEST'],
    ])
    expect(await record.find({ payer, nonce })).toBeUndefined()
  })

  test('behavior: accepts a payment claimed for the same organisation and broadcast by another wallet', async () => {
    const transaction = `0x${'c'.repeat(64)}` as const
    let isUsed = false
    const { topUp, keyFor, signed } = await scenes({
      authorizationState: async () => isUsed,
      settle: async () => ({ outcome: 'refused', reason: 'unexpected_verify_error', message: 'x' }),
      findSettlement: async () =>
        isUsed
          ? { outcome: 'settled', transaction, logIndex: 0 }
          : { outcome: 'unused', asOfSeconds: 0n },
    })
    const [acme, other] = [await keyFor('Acme'), await keyFor('Other')]
    const { nonce: _, ...pay } = await signed(acme)
    expect((await topUp(acme, pay)).statusCode).toBe(402)
    isUsed = true
    expect((await topUp(other, pay)).statusCode).toBe(409)
    const adopted = await topUp(acme, pay)
    expect([adopted.statusCode, adopted.json().organisation.name]).toEqual([200, 'Acme'])
  })

  test('error: a repeated top-up needs its proof again', async () => {
    const { topUp, keyFor, signed, proofFor } = await scenes()
    const acme = await keyFor('Acme')
    const { nonce, 'payment-signature': header } = await signed(acme)
    const first = await topUp(acme, { 'payment-signature': header })
    expect(first.statusCode).toBe(200)
    expect((await topUp(acme, bare(header))).statusCode).toBe(409)
    const proof = { 'payment-proof': encodeHeader(await proofFor(nonce)) }
    expect((await topUp(acme, { ...bare(header), ...proof })).body).toBe(first.body)
  })
})

test("error: refuses a payment that is valid for more than the quote's time plus a minute", async () => {
  const { send, sign, clock } = scene({
    verify: (payment, terms) => verifyAuthorization(payment, terms, undefined, () => true),
  })
  const [url, body] = graphql
  const { 'payment-signature': header } = sign((await send(url, body)).headers['payment-required'])
  const until = (seconds: number) =>
    changed(header, ({ payload }) => {
      payload.authorization['validBefore'] = String(clock.nowMs / 1_000 + seconds)
    })
  const refused = await send(url, body, until(121))
  expect([refused.statusCode, refused.body.includes('valid_before')]).toEqual([402, true])
  expect((await send(url, body, until(120))).statusCode).toBe(200)
})

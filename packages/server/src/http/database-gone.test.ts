import { defined } from '@fiq/shared/defined'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { purchaseNonce, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import {
  createTestSchema,
  postgres,
  type TestSchema,
} from '../storage/database/testing/postgres.ts'
import { openRelay, type Relay } from '../storage/database/testing/relay.ts'
import { openStore, type Store } from '../storage/open-store.ts'
import { oneField } from './testing/one-field.ts'
import { smallApp } from './testing/small-app.ts'

let meanwhile: () => Promise<void> | undefined
const connector = oneField(10, async () => {
  await meanwhile()
  return 1
})

describe.skipIf(!postgres)('while the database is unavailable', () => {
  let schema: TestSchema
  let relay: Relay
  let store: Store
  beforeEach(async () => {
    meanwhile = () => undefined
    schema = await createTestSchema(postgres!)
    relay = await openRelay(schema.url)
    store = await openStore({ database: relay.url, dataDir: '/nowhere' }, () => {})
  })
  afterEach(async () => {
    await store.record.close()
    await relay.close()
    await schema.drop()
  })

  async function scene() {
    const { app, access, problems, clock } = smallApp(
      connector,
      {},
      { record: store.record, store: openAccessStore(store.database) },
    )
    const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
    const { key } = await issueKey({ organisation: id, name: 'ci' }, access.accounts)
    const bearer = { authorization: `Bearer ${key}` }
    const send = (
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      payload?: object,
      fields: Record<string, string> = {},
    ) => {
      const headers = { host: 'fiq.test', ...(payload && json), ...fields }
      return app.inject({ method, url, headers, ...defined({ payload }) })
    }
    return { access, problems, clock, id, bearer, send }
  }
  const json = { 'content-type': 'application/json' }
  type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['send']>>
  const statusAndCode = (answer: Answer) => {
    const { code, funds } = answer.json().errors[0].extensions
    return [answer.statusCode, answer.headers['retry-after'], code, funds]
  }
  const gone = [503, '1', 'STORE_UNAVAILABLE', 'untouched']
  const pending = [503, '1', 'SETTLEMENT_PENDING', 'at-risk']
  const query = { query: '{ cheap }' }

  test('error: every account endpoint reports it, and when to retry', async () => {
    const { bearer, send, problems } = await scene()
    await relay.cut()
    for (const [method, url, payload] of [
      ['GET', '/api/v1/credits'],
      ['GET', '/api/v1/usage'],
      ['GET', '/api/v1/keys'],
      ['POST', '/api/v1/keys', { name: 'more' }],
      ['DELETE', '/api/v1/keys/1'],
      ['POST', '/api/v1/credits/topup', { amountUsd: '0.3' }],
      ['POST', '/api/graphql', query],
      ['POST', '/tools/quotes', { symbols: ['AAPL'] }],
    ] as const) {
      const answer = await send(method, url, payload, bearer)
      expect([url, ...statusAndCode(answer)]).toEqual([url, ...gone])
      expect(answer.body).not.toContain('ECONN')
    }
    expect(statusAndCode(await send('GET', '/auth/siwx/nonce'))).toEqual(gone)
    expect(problems.length).toBe(9)
    expect(problems[0]).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: expect.any(Error) })

    // Requests without an account still work.
    expect((await send('POST', '/api/graphql', query)).statusCode).toBe(402)
    expect((await send('POST', '/api/graphql', { query: '{ __typename }' })).statusCode).toBe(200)
    await relay.restore()
    expect((await send('GET', '/api/v1/credits', undefined, bearer)).statusCode).toBe(200)
  })

  test('error: a caller with a payment must repeat the request, and it buys once', async () => {
    const { send, bearer, access, id, problems } = await scene()
    const identifier = 'the-name-of-the-purchase'
    const topUp = { amountUsd: '0.3', organisation: id }
    // The nonce names the organisation, which is not the payer's own.
    const topUpKey = requestKey(
      new URL('http://fiq.test/api/v1/credits/topup'),
      JSON.stringify(topUp),
    )
    for (const [url, payload, nonce] of [
      ['/api/graphql', query, `0x${'1'.repeat(64)}`],
      ['/api/v1/credits/topup', topUp, purchaseNonce(identifier, topUpKey)],
    ] as const) {
      const quote = await send('POST', url, payload, payload === topUp ? bearer : {})
      const quoted = readPaymentRequired(String(quote.headers['payment-required']))
      const { payTo: to, amount: value } = quoted.requirements
      const from = `0x${'a'.repeat(40)}` as const
      const authorization = {
        from,
        to,
        value,
        nonce,
        validAfter: 0n,
        validBefore: 1_700_000_060n,
      } as const
      const signature = `0x${'1'.repeat(130)}` as const
      const name = payload === topUp ? identifier : undefined
      const header = paymentSignatureHeader(quoted, { authorization, signature }, name)
      const paid = { ...bearer, 'payment-signature': header }
      await relay.cut()
      for (const answer of [
        await send('POST', url, payload, paid),
        await send('POST', '/api/v1/credits/claim', {}, paid),
      ]) {
        expect(statusAndCode(answer)).toEqual(pending)
        expect(answer.body).not.toContain('ECONN')
      }
      await relay.restore()
      expect((await send('POST', url, payload, paid)).statusCode).toBe(200)
      expect((await send('POST', url, payload, paid)).statusCode).toBe(200)
    }
    expect(await access.credits.balance(id)).toEqual({ prepaid: 100, allotment: 1_000 })
    const gone = { code: 'STORE_UNAVAILABLE', cause: expect.any(Error) }
    expect(problems).toMatchObject([gone, gone, gone, gone])
  })

  test('behavior: refunds credits of an answer that failed', async () => {
    const { send, bearer, access, clock, id } = await scene()
    meanwhile = async () => {
      await relay.cut()
      throw new Error('down')
    }
    const answer = await send('POST', '/api/graphql', query, bearer)
    expect(statusAndCode(answer)).toEqual(gone)
    expect(answer.json().errors[0].extensions.facts).toEqual([
      'Credits: the server refunds a charge without an answer within 6 minutes.',
    ])
    await relay.restore()
    expect(await access.credits.balance(id)).toMatchObject({ allotment: 990 })
    const { store: kept } = access.accounts
    expect(await kept.refundUnanswered(await kept.unanswered(), clock.nowMs)).toBe(1)
    expect(await access.credits.balance(id)).toEqual({ prepaid: 0, allotment: 1_000 })
  })
})

import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import type { Connector } from '../sources/connector.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { smallApp } from './testing/small-app.ts'

const transaction = `0x${'c'.repeat(64)}` as const
const payer = `0x${'a'.repeat(40)}` as const
const query = '{ rows { text } }'

/** A field whose answer may take 20 MB, and a server with room for this many bytes. */
function sceneOf(largeBytesMax: number) {
  const count = { runs: 0, settled: 0 }
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { rows: [Line!] } type Line { text: String }',
    fields: {
      'Query.rows': {
        rate: { credits: 10 },
        rowsMax: 300_000,
        async resolve() {
          count.runs += 1
          const value = Array.from({ length: 30_000 }, (_, at) => ({
            text: `${'x'.repeat(40)}${at}`,
          }))
          return { value, provenance: [] }
        },
      },
    },
  }
  const settle = async () => {
    count.settled += 1
    return { outcome: 'settled', transaction, logIndex: 0 } as const
  }
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database, { ...answerLimits, largeBytesMax })
  const { app, access } = smallApp(
    connector,
    { settle },
    { record, store: openAccessStore(database) },
  )
  const send = (headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
      payload: { query },
    })
  const pay = async () => {
    const quoted = readPaymentRequired(String((await send()).headers['payment-required']))
    const { payTo: to, amount: value } = quoted.requirements
    const times = { validAfter: 0n, validBefore: 1_700_000_060n }
    const authorization = { from: payer, to, value, ...times, nonce: transaction }
    const signature = `0x${'1'.repeat(130)}` as const
    return { 'payment-signature': paymentSignatureHeader(quoted, { authorization, signature }) }
  }
  return { count, record, access, send, pay }
}

test('error: without room for the answer settles nothing, and the payment stays unknown', async () => {
  const { count, record, send, pay } = sceneOf(1_000_000)
  const answer = await send(await pay())
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  const [{ extensions }] = answer.json().errors
  expect(extensions).toMatchObject({
    code: 'SERVER_BUSY',
    funds: 'at-risk',
    facts: [
      expect.stringMatching(/^Needed: up to \d{8} bytes$/),
      'Space for large answers: 1000000 bytes',
    ],
    remedy: expect.stringContaining('Split it into several'),
  })
  expect(count).toEqual({ runs: 0, settled: 0 })
  expect(await record.find({ payer, nonce: transaction })).toBeUndefined()
  expect(await record.large.usedBytes()).toBe(0)
})

test('default: with room, sells and stores it, and sends it again without room for another', async () => {
  const { count, record, send, pay } = sceneOf(40_000_000)
  const payment = await pay()
  const first = await send(payment)
  expect(first.json().data.rows).toHaveLength(30_000)
  // The reservation is released; the compressed answer remains.
  const taken = await record.large.usedBytes()
  expect(taken).toBeGreaterThan(10_000)
  expect(taken).toBeLessThan(first.body.length)
  const hog = await record.large.reserve(40_000_000 - taken, 1_700_000_000_000)
  expect(hog).toBeDefined()
  expect((await send(payment)).body).toBe(first.body)
  expect(count).toEqual({ runs: 1, settled: 1 })
})

test('default: an answer bought with credits frees its room after it was read', async () => {
  const { count, record, access, send } = sceneOf(40_000_000)
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 3 }, access.accounts)
  const authorization = `Bearer ${key}`
  for (const encoding of ['identity', 'gzip']) {
    const answer = await send({ authorization, 'accept-encoding': encoding })
    expect(answer.statusCode).toBe(200)
    expect(await record.large.usedBytes()).toBe(0)
  }
  // Under an idempotency key, the request can be repeated.
  const first = await send({ authorization, 'idempotency-key': 'a' })
  expect(await record.large.usedBytes()).toBeGreaterThan(10_000)
  expect((await send({ authorization, 'idempotency-key': 'a' })).body).toBe(first.body)
  expect(count).toEqual({ runs: 3, settled: 0 })
})

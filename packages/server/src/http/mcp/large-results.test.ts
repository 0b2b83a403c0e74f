import { bounds } from '@fiq/shared/bounds'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../accounts/accounts.ts'
import type { Connector } from '../../sources/connector.ts'
import { openSqliteDatabase } from '../../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../storage/payments/open-payment-record.ts'
import { paymentFor } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

const query = '{ lines }'
/** Maximum number of lines: 13 bytes around them, and an estimate of 49 for each. */
const linesMax = Math.floor((bounds.resultBytesMax - 13) / 49)

/** A list that can have this many lines. */
function sceneOf(rowsMax: number, record = openPaymentRecord(openSqliteDatabase(':memory:'))) {
  let runs = 0
  const resolve = async () => {
    runs += 1
    return { value: ['line'], provenance: [] }
  }
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { lines: [String!] }',
    fields: { 'Query.lines': { rate: { credits: 10 }, rowsMax, resolve } },
  }
  const { app, access } = smallApp(connector, {}, { record })
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { host: 'fiq.test', ...headers }, payload })
  const call = async (meta: object = {}, headers = {}, name = 'graphql') => {
    const params = { name, arguments: { query }, _meta: meta }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return (await post('/mcp', message, headers)).json().result
  }
  return { post, call, access, record, runs: () => runs }
}

const refusal = {
  code: 'QUERY_TOO_LARGE',
  funds: 'untouched',
  facts: [expect.stringMatching(/^Bytes: up to 83886\d\d; limit 8388608$/)],
  remedy: expect.stringContaining('over HTTP'),
}
const meta = (structuredContent: object) => ({
  'x402/payment': decodeHeader(paymentFor(encodeHeader(structuredContent))),
})

test('default: quotes, sells and sends an answer as large as the bound', async () => {
  const { call } = sceneOf(linesMax)
  const { structuredContent } = await call()
  const bought = await call(meta(structuredContent))
  expect(bought.structuredContent.data).toEqual({ lines: ['line'] })
})

test('error: refuses one line more before the quote; sells it over HTTP', async () => {
  const { call, post, runs } = sceneOf(linesMax + 1)
  for (const name of ['graphql', 'price']) {
    const { isError, structuredContent } = await call({}, {}, name)
    expect(isError).toBe(true)
    expect(structuredContent.errors[0].extensions).toMatchObject(refusal)
  }
  const quoted = await post('/api/graphql', { query })
  const headers = { 'payment-signature': paymentFor(quoted.headers['payment-required']) }
  expect((await post('/api/graphql', { query }, headers)).json().data).toEqual({ lines: ['line'] })
  expect(runs()).toBe(1)
})

test('error: with a payment or a key, settles, charges and executes nothing', async () => {
  const earlier = sceneOf(linesMax)
  const { structuredContent } = await earlier.call()
  const { call, access, record, runs } = sceneOf(linesMax + 1)
  const payment = meta(structuredContent)
  const paid = await call(payment)
  expect(paid.structuredContent.errors[0].extensions).toMatchObject({
    ...refusal,
    funds: 'at-risk',
  })
  const { accounts, credits } = access
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 3 }, accounts)
  const before = await credits.balance(id)
  const asked = await call({}, { authorization: `Bearer ${key}` })
  expect(asked.structuredContent.errors[0].extensions).toMatchObject(refusal)
  expect(await credits.balance(id)).toEqual(before)
  const { payload } = payment['x402/payment'] as {
    payload: { authorization: { from: `0x${string}`; nonce: `0x${string}` } }
  }
  const { from: payer, nonce } = payload.authorization
  expect(await record.find({ payer, nonce })).toBeUndefined()
  expect(runs()).toBe(0)
})

test('behavior: sends an answer that was bought before again, for any current estimate', async () => {
  const earlier = sceneOf(linesMax)
  const payment = meta((await earlier.call()).structuredContent)
  const bought = await earlier.call(payment)
  const again = await sceneOf(linesMax + 1, earlier.record).call(payment)
  expect(again.structuredContent).toEqual(bought.structuredContent)
})

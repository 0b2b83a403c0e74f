import { FiqError } from '@fiq/shared/errors'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { expect, test } from 'vitest'
import type { Connector } from '../sources/connector.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import { answerLimits } from '../storage/payments/payment-record.ts'
import { smallApp } from './testing/small-app.ts'

const payer = `0x${'a'.repeat(40)}` as const
const transaction = `0x${'c'.repeat(64)}` as const

/** Two instances with shared storage, and no room for an answer in a payment's row. */
function twoInstances() {
  const runs = { whole: 0, failing: 0, settled: 0 }
  const field = (run: () => void) => ({
    rate: { credits: 10 },
    async resolve() {
      run()
      return { value: 1, provenance: [] }
    },
  })
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { whole: Int failing: Int }',
    fields: {
      'Query.whole': field(() => {
        runs.whole += 1
      }),
      'Query.failing': field(() => {
        runs.failing += 1
        throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
      }),
    },
  }
  const settle = async () => {
    runs.settled += 1
    return { outcome: 'settled', transaction, logIndex: 0 } as const
  }
  const limits = { ...answerLimits, answerBytesMax: 0 }
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database, limits)
  const store = openAccessStore(database)
  const apps = [1, 2].map(() => smallApp(connector, { settle }, { record, store }))
  const send = (at: number, query: string, headers: Record<string, string> = {}) =>
    apps[at]!.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
      payload: { query },
    })
  const payFor = async (query: string) => {
    const { headers } = await send(0, query)
    const quoted = readPaymentRequired(String(headers['payment-required']))
    const { payTo: to, amount: value } = quoted.requirements
    const times = { validAfter: 0n, validBefore: 1_700_000_060n }
    const authorization = { from: payer, to, value, ...times, nonce: transaction }
    const signature = `0x${'1'.repeat(130)}` as const
    return { 'payment-signature': paymentSignatureHeader(quoted, { authorization, signature }) }
  }
  return { runs, store, send, payFor, record, clock: apps[0]!.clock }
}

test('default: stores an answer too large for its row beside it, and never runs it again', async () => {
  const { runs, send, payFor } = twoInstances()
  const pay = await payFor('{ whole }')
  const first = await send(0, '{ whole }', pay)
  expect(first.headers['transfer-encoding']).toBe('chunked')
  const again = await Promise.all([1, 0, 1].map((at) => send(at, '{ whole }', pay)))
  for (const { statusCode, headers, json } of [first, ...again]) {
    expect([statusCode, json().data]).toEqual([200, { whole: 1 }])
    expect(headers['payment-response']).toBe(first.headers['payment-response'])
  }
  expect(runs.settled).toBe(1)
  expect(runs.whole).toBe(1)
})

test('behavior: credits the missing parts once, for any number of requests and instances', async () => {
  const { runs, store, send, payFor, record, clock } = twoInstances()
  const query = '{ whole failing }'
  const pay = await payFor(query)
  await Promise.all([0, 1, 0, 1].map((at) => send(at, query, pay)))
  for (const at of [0, 1]) expect((await send(at, query, pay)).statusCode).toBe(200)
  const wallet = await store.findOrganisation({ wallet: payer })
  const entries = await store.ledger(wallet!.id, 9)
  expect(entries.map(({ kind, credits }) => [kind, credits])).toEqual([['refund', 10]])
  // If both instances receive it at once, each may run it before an answer is stored.
  expect(runs.failing).toBeLessThanOrEqual(2)
  expect(await record.large.prune(clock.nowMs + 4_000_000, 9)).toBeLessThanOrEqual(1)
  expect((await send(0, query, pay)).json().data).toEqual({ whole: 1, failing: null })
})

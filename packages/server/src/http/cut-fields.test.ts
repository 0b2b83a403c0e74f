import { bounds } from '@fiq/shared/bounds'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../sources/connector.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { paymentFor } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const query = '{ whole long }'

/** A field that declares at most ten items, and returns this many. */
function sceneOf(items: number) {
  const value = Array.from({ length: items }, () => 1)
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { whole: Int long: [Int!] }',
    fields: {
      'Query.whole': { rate: { credits: 10 }, resolve: async () => ({ value: 1, provenance: [] }) },
      'Query.long': {
        rate: { credits: 7 },
        rowsMax: 10,
        resolve: async () => ({ value, provenance: [] }),
      },
    },
  }
  const database = openSqliteDatabase(':memory:')
  const store = openAccessStore(database)
  const { app } = smallApp(connector, {}, { database, store })
  const post = (headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      payload: { query },
      headers: { host: 'fiq.test', ...headers },
    })
  return { store, post }
}

describe('an answer above its bound after settlement', () => {
  test('error: cuts the field with INTERNAL, answers the rest, and credits it in the ledger', async () => {
    const { store, post } = sceneOf(bounds.answerRowsMax + 1)
    const quoted = await post()
    const payment = { 'payment-signature': paymentFor(quoted.headers['payment-required']) }
    const answer = await post(payment)
    expect(answer.statusCode).toBe(200)
    const { data, errors, extensions } = answer.json()
    expect(data).toEqual({ whole: 1, long: null })
    expect(errors).toMatchObject([{ path: ['long'], extensions: { code: 'INTERNAL' } }])
    const wallet = `0x${'a'.repeat(40)}`
    expect(extensions.payment.credited).toEqual({ credits: 7, wallet })
    const organisation = await store.findOrganisation({ wallet: `0x${'a'.repeat(40)}` })
    const credited = async () =>
      (await store.ledger(organisation!.id, 9)).map(({ kind, credits }) => [kind, credits])
    expect(await credited()).toEqual([['refund', 7]])
    expect((await post(payment)).body).toBe(answer.body)
    expect(await credited()).toEqual([['refund', 7]])
  })

  test('default: cuts and credits nothing at the bound', async () => {
    const { store, post } = sceneOf(bounds.answerRowsMax)
    const quoted = await post()
    const answer = await post({
      'payment-signature': paymentFor(quoted.headers['payment-required']),
    })
    const { data, errors } = answer.json()
    expect(errors).toBeUndefined()
    expect(data.long).toHaveLength(bounds.answerRowsMax)
    expect(await store.findOrganisation({ wallet: `0x${'a'.repeat(40)}` })).toBeUndefined()
  })
})

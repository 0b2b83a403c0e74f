import { expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../accounts/accounts.ts'
import type { Connector } from '../sources/connector.ts'
import { paymentFor } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

/** Entities like in the real schema. Adds every executed priced field to `ran`. */
function scene() {
  const ran: string[] = []
  const area = (name: string, sdl: string, fields: Connector['fields']): Connector => ({
    area: name,
    category: 'market',
    upstreams: [],
    sdl,
    fields: Object.fromEntries(
      Object.entries(fields).map(([coordinate, field]) => [
        coordinate,
        {
          ...field,
          resolve(...inputs) {
            ran.push(coordinate)
            return field.resolve(...inputs)
          },
        },
      ]),
    ),
  })
  const answers = (value: unknown) => async () => ({ value, provenance: [] })
  const connectors = [
    area('entities', 'extend type Query { entityByTicker(ticker: String!): Entity }', {
      'Query.entityByTicker': { rate: { credits: 1 }, resolve: answers({ name: 'Apple' }) },
    }),
    area('quotes', 'type Market { price: Float } extend type Entity { market: Market }', {
      'Entity.market': { rate: { credits: 1 }, resolve: answers({ price: 1 }) },
    }),
    area(
      'news',
      'type Article { title: String } extend type Entity { news(filter: ArrayFilterInput): [Article!]! }',
      {
        'Entity.news': {
          rate: { credits: 1, pagesOf: 'filter.limit' },
          bounds({ filter }) {
            const { limit = 0 } = (filter ?? {}) as { limit?: number }
            if (limit > 500) throw new Error('limit')
          },
          resolve: answers([{ title: 't' }]),
        },
      },
    ),
    area(
      'executives',
      'type Executive { name: String } extend type Entity { executives: [Executive!]! }',
      { 'Entity.executives': { rate: { credits: 1 }, resolve: answers([{ name: 'n' }]) } },
    ),
  ]
  return { ran, ...smallApp(connectors) }
}

async function ask(
  { app }: ReturnType<typeof scene>,
  body: object,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/graphql',
    payload: body,
    headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
  })
}

async function buy(parts: ReturnType<typeof scene>, body: object) {
  const quoted = await ask(parts, body)
  const paid = await ask(parts, body, {
    'payment-signature': paymentFor(quoted.headers['payment-required']),
  })
  return paid.json()
}

const hidden = `query ($no: Boolean!) { entityByTicker(ticker: "AAPL") { name }
  entityByTicker(ticker: "AAPL") @include(if: $no) {
    ... { market { price } executives { name } news(filter: { limit: 1000000 }) { title } } } }`

test('error: a merged field that a variable excludes does not run, at any repetition', async () => {
  const parts = scene()
  for (let time = 0; time < 4; time += 1) {
    const answer = await buy(parts, { query: hidden, variables: { no: false } })
    expect(answer).toMatchObject({ data: { entityByTicker: { name: 'Apple' } } })
    expect(Object.keys(answer.data.entityByTicker)).toEqual(['name'])
    expect(answer.extensions.cost.amount).toBe('0.015')
  }
  expect(new Set(parts.ran)).toEqual(new Set(['Query.entityByTicker']))
})

test('error: a key cannot read an area outside its plan through an excluded field', async () => {
  const parts = scene()
  const { access } = parts
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)
  for (let time = 0; time < 4; time += 1) {
    const body = { query: hidden, variables: { no: false } }
    const answer = (await ask(parts, body, { authorization: `Bearer ${key}` })).json()
    expect(answer.data).toEqual({ entityByTicker: { name: 'Apple' } })
  }
  expect(new Set(parts.ran)).toEqual(new Set(['Query.entityByTicker']))
})

test('error: a fragment is executed if another spread of it is excluded', async () => {
  const parts = scene()
  const query = `query ($x: Boolean!) {
    b: entityByTicker(ticker: "MSFT") { ...E @include(if: $x) ...F } }
    fragment F on Entity { name market { price } } fragment E on Entity { ...F executives { name } }`
  for (let time = 0; time < 4; time += 1) {
    const { data, extensions } = await buy(parts, { query, variables: { x: false } })
    expect(data).toEqual({ b: { name: 'Apple', market: { price: 1 } } })
    expect(extensions.cost.rows).toEqual([
      ['b', 1, 1],
      ['b.market', 1, 1],
      ['minimum', 1, 3, '9000'],
    ])
  }
})

test('error: refuses a null condition before a price is quoted', async () => {
  const parts = scene()
  const query = `query ($x: Boolean = false) { a: entityByTicker(ticker: "AAPL") { name }
    entityByTicker(ticker: "AAPL") @skip(if: $x) { name } }`
  const refused = await ask(parts, { query, variables: { x: null } })
  expect(refused.headers['payment-required']).toBeUndefined()
  expect(refused.json().errors).toMatchObject([
    {
      message: 'The variable "$x" decides @skip or @include and must not be null.',
      extensions: { code: 'BAD_INPUT', funds: 'untouched' },
    },
  ])
  const { data } = await buy(parts, { query })
  expect(Object.keys(data)).toEqual(['a', 'entityByTicker'])
  expect(parts.problems).toEqual([])
})

test('error: reports a run beyond the price, owes it to a payer and refunds it to a key', async () => {
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { boxes(of: [String!]!): [Box!] } type Box { item: Int }',
    fields: {
      'Query.boxes': {
        rate: { credits: 1, timesOf: 'of' },
        resolve: async () => ({ value: [{}, {}, {}], provenance: [] }),
      },
      'Box.item': { rate: { credits: 1 }, resolve: async () => ({ value: 1, provenance: [] }) },
    },
  }
  const parts = { ran: [], ...smallApp(connector) }
  const body = { query: '{ boxes(of: ["A"]) { item } }' }
  const beyond = { code: 'INTERNAL', facts: ['Field: boxes.item', 'Priced: 1 times'] }
  expect(await buy(parts, body)).toMatchObject({
    errors: [{ extensions: { code: 'ANSWER_OWED', funds: 'owed' } }],
  })
  expect(parts.problems).toMatchObject([beyond])

  const { access } = parts
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)
  const before = await access.credits.balance(id)
  const failed = await ask(parts, body, { authorization: `Bearer ${key}` })
  expect(failed.json()).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL' } }] })
  expect(await access.credits.balance(id)).toEqual(before)
  expect(parts.problems).toMatchObject([beyond, beyond])
})

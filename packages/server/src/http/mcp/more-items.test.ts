import { defined } from '@fiq/shared/defined'
import { expect, test } from 'vitest'
import { arrayFilterOf, pageOf } from '../../sources/array-filter.ts'
import type { Connector } from '../../sources/connector.ts'
import { paymentFor } from '../testing/quotes.ts'
import { smallApp } from '../testing/small-app.ts'

/** A series of 142 months whose length is known, and a feed whose length is not. */
const lists: Connector = {
  area: 'lists',
  category: 'macro',
  upstreams: [],
  sdl: 'input Page { limit: Int = 20 offset: Int = 0 } extend type Query { series(filter: Page): [Point!] feed(filter: Page = {}): [Point!] found(limit: Int = 3): [Point!] } type Point { date: String }',
  fields: {
    'Query.series': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
      resolve: async (_, { filter }) =>
        pageOf({ value: points(142), provenance: [] }, arrayFilterOf(filter), ({ date }) => date),
    },
    'Query.feed': {
      rate: { credits: 1, pagesOf: 'filter.limit' },
      resolve: async (_, { filter }) => ({
        value: points(arrayFilterOf(filter).limit),
        provenance: [],
      }),
    },
    'Query.found': {
      rate: { credits: 1, pagesOf: 'limit', limitMax: 3 },
      resolve: async () => ({ value: points(3), provenance: [] }),
    },
  },
}

function points(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    date: `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
  }))
}

const { app } = smallApp(lists)

async function bought(query: string, version: string | undefined) {
  const post = (_meta?: object) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: 'fiq.test', ...defined({ 'mcp-protocol-version': version }) },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'graphql', arguments: { query }, ...defined({ _meta }) },
      },
    })
  const quoted = (await post()).json().result.structuredContent
  const header = paymentFor(Buffer.from(JSON.stringify(quoted)).toString('base64'))
  const payment = JSON.parse(Buffer.from(header, 'base64').toString())
  const { result } = (await post({ 'x402/payment': payment })).json()
  return result.structuredContent.extensions
}

test.each([
  [
    '{ series { date } }',
    { series: '20 of 142 items. For the others set a larger limit (at most 500) or offset 20.' },
  ],
  [
    '{ series(filter: { limit: 100, offset: 40 }) { date } }',
    { series: '100 of 142 items. For the others set a larger limit (at most 500) or offset 140.' },
  ],
  ['{ series(filter: { limit: 142 }) { date } }', undefined],
  ['{ series(filter: { offset: 122 }) { date } }', undefined],
  [
    '{ mine: feed { date } }',
    {
      mine: '20 items, as many as limit: there may be more. For the others set a larger limit (at most 500) or offset 20.',
    },
  ],
  ['{ found { date } }', { found: '3 items, as many as limit: there may be more.' }],
])('default: %s says what it leaves out', async (query, more) => {
  expect((await bought(query, '2025-11-25')).more).toEqual(more)
})

test.each(['2025-06-18', '2025-03-26', '2024-11-05'])(
  'behavior: a caller of %s gets the same answer as before',
  async (version) => {
    expect(await bought('{ series { date } }', version)).not.toHaveProperty('more')
  },
)

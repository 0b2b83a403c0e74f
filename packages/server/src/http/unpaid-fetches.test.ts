import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { institutionalHoldings } from '../connectors/institutional-holdings/connector.ts'
import type { Facilitator } from '../settlement/facilitator.ts'
import type { Connector } from '../sources/connector.ts'
import { yahooQuote } from '../sources/prices/yahoo-quotes.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { paymentFor } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

/** The real connector over a live SEC without any companies. Records the requested addresses. */
function scene(unpaidFetchesPerMinute?: number) {
  const requests: string[] = []
  const sec = {
    mode: 'live' as const,
    async fetch({ url }: { url: URL }): Promise<never> {
      requests.push(url.href)
      throw new FiqError('NOT_FOUND', 'Unknown filer.')
    },
  }
  const upstreams = cachingTransport(sec, { now: () => new Date(0), marketOpen: () => false })
  const budget = unpaidFetchesPerMinute ? { unpaidFetchesPerMinute } : {}
  const { app, clock } = smallApp(institutionalHoldings, {}, { upstreams, ...budget })
  const queryOf = (cik: number) => `{ institutionalHoldings(cik: "${cik}") { issuer } }`
  const post = (payload: object, { url = '/api/graphql', remoteAddress = '192.0.2.1' } = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        host: 'fiq.test',
      },
    })
  const ask = (cik: number, remoteAddress?: string) =>
    post({ query: queryOf(cik) }, remoteAddress ? { remoteAddress } : {})
  return { requests, clock, post, ask, queryOf }
}

const codeOf = (answer: { json(): { errors: { extensions: { code: string } }[] } }) =>
  answer.json().errors[0]?.extensions.code

describe('requests to upstreams before payment', () => {
  test('default: an address that queries new filers reaches the SEC sixty times per minute', async () => {
    const { requests, ask } = scene()
    for (let cik = 1; cik <= 60; cik++) expect(codeOf(await ask(cik))).toBe('NOT_FOUND')
    const refused = await ask(61)
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(requests).toHaveLength(60)
  })

  test('behavior: remembers an unknown filer, which costs nothing when it is queried again', async () => {
    const { requests, ask } = scene(2)
    for (const cik of [1, 1, 1, 2, 2, 1]) expect(codeOf(await ask(cik))).toBe('NOT_FOUND')
    expect(requests).toHaveLength(2)
  })

  test('behavior: each address has its own budget, which recovers', async () => {
    const { requests, ask, clock } = scene(1)
    await ask(1)
    expect((await ask(2)).statusCode).toBe(429)
    expect(codeOf(await ask(3, '192.0.2.2'))).toBe('NOT_FOUND')
    clock.nowMs += 60_000
    expect(codeOf(await ask(4))).toBe('NOT_FOUND')
    expect(requests).toHaveLength(3)
  })

  test('behavior: quotes, prices and MCP share the budget of their address', async () => {
    const { requests, ask, post, queryOf } = scene(1)
    await ask(1)
    const price = await post({ query: queryOf(2) }, { url: '/api/v1/price' })
    expect(price.statusCode).toBe(429)
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'graphql', arguments: { query: queryOf(3) } },
    }
    expect((await post(call, { url: '/mcp' })).body).toContain('RATE_LIMITED')
    expect(requests).toHaveLength(1)
  })
})

/** A field whose answers come from a live source that was paused, one request for each item. */
function pausedSource(facilitator: Partial<Facilitator> = {}) {
  const host = 'paused.test'
  const connector: Connector = {
    area: 'quotes',
    category: 'market',
    upstreams: [{ ...yahooQuote, hosts: [host], licence: { class: 'public', text: '' } }],
    sdl: 'extend type Query { item(id: Int!): Int }',
    fields: {
      'Query.item': {
        rate: { credits: 1 },
        async resolve(_, { id }, { upstreams }) {
          await upstreams.fetch({ url: new URL(`https://${host}/${id}`), expects: 'json' })
          return { value: id, provenance: [] }
        },
      },
    },
  }
  const retrievedAt = new Date(0).toISOString()
  const live = {
    mode: 'live' as const,
    fetch: async () => ({ mode: 'live' as const, asOf: null, retrievedAt, body: Buffer.from('1') }),
  }
  const upstreams = cachingTransport(live, { now: () => new Date(0), marketOpen: () => false })
  const { app } = smallApp(connector, facilitator, {
    upstreams,
    restingHosts: new Set([host]),
    unpaidFetchesPerMinute: 1,
  })
  const ask = (id: number, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/graphql',
      payload: { query: `{ item(id: ${id}) }` },
      remoteAddress: '192.0.2.1',
      headers: { host: 'fiq.test', ...headers },
    })
  const pay = async (id: number) => {
    const payment = paymentFor((await ask(id)).headers['payment-required'])
    const answer = await ask(id, { 'payment-signature': payment })
    const retryAfter = answer.headers['retry-after']
    return { status: answer.statusCode, ...defined({ retryAfter }) }
  }
  return { pay }
}

describe('requests to upstreams before a payment is claimed', () => {
  test('error: operations that run before their payment use the budget of their address', async () => {
    const reason = 'invalid_exact_evm_insufficient_balance'
    const { pay } = pausedSource({
      settle: async () => ({ outcome: 'refused', reason, message: 'empty' }),
    })
    expect(await pay(1)).toEqual({ status: 402 })
    // The refusal of the budget, and not an error of the source, which would be 503.
    expect(await pay(2)).toEqual({ status: 429, retryAfter: '60' })
  })

  test('behavior: a sale returns what its operation used', async () => {
    const { pay } = pausedSource()
    for (const id of [1, 2, 3]) expect(await pay(id)).toMatchObject({ status: 200 })
  })
})

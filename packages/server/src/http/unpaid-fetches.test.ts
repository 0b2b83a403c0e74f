import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { institutionalHoldings } from '../connectors/institutional-holdings/connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
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
      ...{ method: 'POST', url, payload, remoteAddress },
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
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'graphql', arguments: { query: queryOf(3) } },
    }
    expect((await post(call, { url: '/mcp' })).body).toContain('RATE_LIMITED')
    expect(requests).toHaveLength(1)
  })
})

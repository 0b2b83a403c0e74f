import { decodeHeader } from '@fiq/shared/payment/header-codec'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../../observability/metrics.ts'
import { openSqlitePaymentRecord } from '../../storage/payments/testing/sqlite-payment-record.ts'
import { httpRules } from '../http-defaults.ts'
import { worthlessPayment } from '../testing/worthless-payment.ts'
import { serverHooks } from './server-hooks.ts'

function served({ token }: { token?: string } = {}) {
  const state = {
    isProven: false,
    overloaded: false,
    draining: false,
    ready: true,
    paid: 0,
    paidEnded: 0,
  }
  const lines: unknown[] = []
  const write = (level: string) => (fields: object) => void lines.push({ level, ...fields })
  const app = Fastify({ trustProxy: true })
  const metrics = createMetrics({ record: openSqlitePaymentRecord(':memory:'), nowMs: () => 0 })
  serverHooks(app, {
    metrics,
    overload: {
      admit: (start, shed) => (state.overloaded ? shed() : start()),
      isBusy: () => state.overloaded,
      beginPaid() {
        state.paid += 1
        return () => {
          state.paidEnded += 1
        }
      },
    },
    priority: { has: () => state.isProven, prove: async () => state.isProven, note() {} },
    ready: async () => ({ ready: state.ready, checks: { store: state.ready ? 'ok' : 'failing' } }),
    isDraining: () => state.draining,
    log: { debug: write('debug'), info: write('info'), warn: write('warn') } as never,
    metricsToken: token,
  })
  httpRules(app, 'sandbox', () => {})
  for (const path of ['/api/graphql', '/tools/:name', '/api/v1/price', '/mcp'])
    app.post(path, async () => ({ data: null }))
  const post = (url: string, headers: Record<string, string> = {}, payload = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  return { app, state, lines, post }
}

describe('under load', () => {
  test('behavior: refuses price queries; serves payments, keys and health', async () => {
    const { app, state, post } = served()
    Object.assign(state, { overloaded: true, isProven: true })
    const escaped = ['/%61pi/graphql', '/api/graphq%6C?a=b', '/too%6cs/quotes', '/api/v1/pric%65']
    for (const url of ['/api/graphql', '/tools/quotes', '/api/v1/price', ...escaped]) {
      const shed = await post(url)
      expect([shed.statusCode, shed.headers['retry-after']]).toEqual([503, '1'])
      expect(shed.json().errors[0].extensions).toMatchObject({
        code: 'SERVER_BUSY',
        funds: 'untouched',
      })
    }
    const payment = { 'payment-signature': worthlessPayment() }
    expect((await post('/api/graphql', payment)).statusCode).toBe(200)
    const authorization = `Bearer fiq_${'k'.repeat(43)}`
    expect((await post('/tools/quotes', { authorization })).statusCode).toBe(200)
    expect((await post('/mcp', { authorization })).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    expect((await app.inject('/metrics')).body).toContain('fiq_http_shed_total 7')
  })

  test('behavior: over MCP, refuses calls without payment in the form of its errors', async () => {
    const { state, post } = served()
    state.overloaded = true
    const call = (payment?: unknown) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quotes', arguments: {}, _meta: { 'x402/payment': payment } },
    })
    const payment = decodeHeader(worthlessPayment())
    for (const [headers, payload] of [
      [{}, call()],
      [{}, call('no payment')],
      // Over MCP, the payment is in the call.
      [{ 'payment-signature': worthlessPayment() }, call()],
    ] as const) {
      const shed = await post('/mcp', headers, payload)
      expect([shed.statusCode, shed.headers['retry-after']]).toEqual([503, '1'])
      expect(shed.json()).toMatchObject({ id: null, error: { data: { code: 'SERVER_BUSY' } } })
    }
    expect((await post('/mcp', {}, call(payment))).statusCode).toBe(503)
    state.isProven = true
    expect((await post('/mcp', {}, call(payment))).statusCode).toBe(200)
    expect([state.paid, state.paidEnded]).toEqual([1, 1])
  })

  test('behavior: a paid request is in progress until its answer has been sent', async () => {
    const { state, post } = served()
    await post('/api/graphql')
    await post('/api/graphql', { 'payment-signature': worthlessPayment() })
    expect(state.paid).toBe(0)
    state.isProven = true
    await post('/api/graphql', { 'payment-signature': worthlessPayment() })
    await post('/tools/quotes', { authorization: `Bearer fiq_${'k'.repeat(43)}` })
    expect([state.paid, state.paidEnded]).toEqual([2, 2])
  })

  test.each<[string, string, Record<string, string>]>([
    ['a payment that cannot be read', '/api/graphql', { 'payment-signature': 'x' }],
    ['a payment that proves nothing', '/api/graphql', { 'payment-signature': worthlessPayment() }],
    ['a key that nobody has', '/tools/quotes', { authorization: `Bearer fiq_${'k'.repeat(43)}` }],
    ['a key that is none', '/tools/quotes', { authorization: 'Bearer k' }],
    ['a payment for what is free', '/api/v1/price', { 'payment-signature': worthlessPayment() }],
  ])('behavior: refuses %s like a price query', async (_, path, headers) => {
    const { state, post } = served()
    state.overloaded = true
    expect((await post(path, headers)).statusCode).toBe(503)
  })
})

describe('readiness', () => {
  test('default: ready, with the checks', async () => {
    const { app } = served()
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { store: 'ok' },
    })
  })

  test('error: 503 names the failed check', async () => {
    const { app, state } = served()
    state.ready = false
    const answer = await app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().errors[0].extensions.facts).toEqual(['store: failing'])
  })

  test('behavior: while draining, the server closes each connection after its response', async () => {
    const { post, state } = served()
    state.draining = true
    const answer = await post('/api/graphql')
    expect([answer.statusCode, answer.headers['connection']]).toEqual([200, 'close'])
  })
})

describe('metrics', () => {
  test('default: local callers may read metrics; forwarded ones may not', async () => {
    const { app, post } = served()
    await post('/tools/quotes')
    await post('/tools/nothing')
    const { body } = await app.inject('/metrics')
    expect(body).toContain(
      'fiq_http_requests_total{route="/tools/:name",tool="quotes",status="200"} 1',
    )
    expect(body).toContain('fiq_http_requests_total{route="/tools/:name",tool="",status="200"} 1')
    const passedOn = { 'x-forwarded-for': '203.0.113.7' }
    expect((await app.inject({ url: '/metrics', headers: passedOn })).statusCode).toBe(404)
    const elsewhere = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
    expect(elsewhere.statusCode).toBe(404)
  })

  test('behavior: the right token gives access to others, a wrong one does not', async () => {
    const { app } = served({ token: 'scrape-me' })
    const ask = (authorization: string) =>
      app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } })
    expect((await ask('Bearer scrape-me')).statusCode).toBe(200)
    expect((await ask('Bearer scrape-you')).statusCode).toBe(404)
  })
})

test('behavior: a paid request logs a line with its payment, without signature or payer', async () => {
  const { post, lines } = served()
  await post('/api/graphql', { 'payment-signature': worthlessPayment(7) })
  await post('/api/graphql')
  expect(lines).toEqual([
    {
      level: 'info',
      request: expect.any(String),
      method: 'POST',
      route: '/api/graphql',
      status: 200,
      ms: expect.any(Number),
      payment: `0x${'7'.padStart(64, '0')}`,
    },
    expect.objectContaining({ level: 'debug' }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/1{60}|a{40}/)
})

test('error: no line contains what a caller writes: path, query, headers, cookies or body', async () => {
  const { app, lines } = served()
  const word = 'injected'
  const forged = encodeURIComponent(`\r\n{"level":60,"msg":"${word}"}\u001b[2J`)
  const long = word.repeat(1_000)
  const headers = {
    ...Object.fromEntries(
      ['user-agent', 'referer', 'origin', 'x-request-id', 'request-id', 'traceparent', 'cookie']
        .concat('x-forwarded-for', 'authorization', 'payment-signature', 'idempotency-key')
        .map((name) => [name, long]),
    ),
    'content-type': 'application/json',
  }
  for (const url of [
    `/${forged}`,
    `/api/graphql?key=${word}&${forged}`,
    `/tools/${forged}`,
    `/${long}`,
  ])
    for (const method of ['GET', 'POST'] as const)
      await app.inject({ method, url, headers, ...(method === 'POST' && { payload: long }) })
  expect(lines).toHaveLength(8)
  expect(JSON.stringify(lines)).not.toContain(word)
  for (const line of lines) {
    expect(JSON.stringify(line).length).toBeLessThan(200)
    const names = ['level', 'request', 'method', 'route', 'status', 'ms']
    expect(Object.keys(line as object)).toEqual(names)
  }
})

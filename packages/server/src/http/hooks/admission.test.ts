import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { worthlessPayment } from '../testing/worthless-payment.ts'
import { admissionHooks } from './admission.ts'

/** A server whose queries wait until `begin` is called. */
async function waiting() {
  const app = Fastify()
  const starts: (() => void)[] = []
  const overload = {
    admit: (start: () => void) => void starts.push(start),
    beginPaid: () => () => {},
    isBusy: () => false,
  }
  const priority = { has: () => false, prove: async () => false, note() {} }
  admissionHooks(app, { overload, priority, metrics: { shed() {} } })
  let answered = 0
  app.post('/tools/:name', async () => `${++answered}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = once(app.server, 'request')
  const { port } = app.server.address() as { port: number }
  const client = connect(port, '127.0.0.1').setEncoding('utf8')
  client.write('POST /tools/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  const [request] = await arrived
  return {
    app,
    client,
    left: once(request.socket, 'close'),
    count: () => answered,
    begin: () => {
      for (const start of starts) start()
    },
  }
}

test('behavior: a receipt earns priority, and a free answer earns none', async () => {
  const app = Fastify()
  const noted: unknown[] = []
  const overload = {
    admit: (start: () => void) => start(),
    beginPaid: () => () => {},
    isBusy: () => false,
  }
  const note = (shown: unknown) => void noted.push(shown)
  const priority = { has: () => false, prove: async () => false, note }
  admissionHooks(app, { overload, priority, metrics: { shed() {} } })
  app.post<{ Querystring: { paid?: string } }>('/api/graphql', async ({ query }, reply) => {
    if (query.paid) reply.header('payment-response', 'receipt')
    return { data: 1 }
  })
  const post = (url: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url, headers })
  const key = { authorization: `Bearer fiq_${'k'.repeat(43)}` }
  const payment = { 'payment-signature': worthlessPayment() }
  await post('/api/graphql', key)
  await post('/api/graphql', payment)
  await new Promise(setImmediate)
  expect(noted).toEqual([])
  await post('/api/graphql?paid=1', payment)
  await new Promise(setImmediate)
  expect(noted).toHaveLength(1)
})

test('default: answers a caller when its turn comes', async () => {
  const { app, client, begin, count } = await waiting()
  const answer = once(client, 'data')
  expect(count()).toBe(0)
  begin()
  expect(String(await answer)).toContain('200 OK')
  client.destroy()
  await app.close()
})

test('behavior: does not answer a caller that left while waiting', async () => {
  const { app, client, left, begin, count } = await waiting()
  client.destroy()
  await left
  begin()
  await new Promise(setImmediate)
  expect(count()).toBe(0)
  await app.close()
})

test('error: a refused call over MCP states that no money moved only if it has no payment', async () => {
  const app = Fastify()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    done(null, body)
  })
  const overload = {
    admit: (_: () => void, shed: () => void) => shed(),
    beginPaid: () => () => {},
    isBusy: () => true,
  }
  const priority = { has: () => false, prove: async () => false, note() {} }
  admissionHooks(app, { overload, priority, metrics: { shed() {} } })
  app.post('/mcp', async () => 'answered')
  const fundsAfter = async (meta: object) => {
    const params = { name: 'status', _meta: meta }
    const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url: '/mcp', headers, payload })
    return JSON.parse(body).error.data.funds
  }
  const payment = JSON.parse(Buffer.from(worthlessPayment(), 'base64').toString())
  expect(await fundsAfter({})).toBe('untouched')
  expect(await fundsAfter({ 'x402/payment': payment })).toBe('at-risk')
  await app.close()
})

import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { expect, onTestFinished, test } from 'vitest'
import { oneField } from './testing/one-field.ts'
import { paymentFor } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const operation = { query: '{ cheap }' }
const stateless = {
  [metaKeys.version]: '2026-07-28',
  [metaKeys.capabilities]: {},
}
const callOf = (meta: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'graphql', arguments: operation, _meta: meta },
})
const mcpHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'graphql',
}

/** How each surface carries a payment. */
const surfaces = {
  '/api/graphql': (payment: string) => ({
    body: operation,
    headers: { 'payment-signature': payment },
  }),
  '/mcp': (payment: string) => ({
    body: callOf({ ...stateless, 'x402/payment': decodeHeader(payment) }),
    headers: mcpHeaders,
  }),
}

test.each(Object.entries(surfaces))(
  'error: %s: a payment whose connection closes before the claim moves nothing',
  async (path, carry) => {
    const verifying = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<string>()
    let settlements = 0
    const { app } = smallApp(oneField(10), {
      async verify({ authorization }) {
        verifying.resolve()
        await closed.promise
        return { isValid: true, payer: authorization.from }
      },
      async settle() {
        settlements += 1
        throw new Error('The test settles nothing.')
      },
    })
    app.addHook('onSend', async (_, reply, payload) => {
      if (reply.raw.socket?.destroyed) ended.resolve(String(payload))
      return payload
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const { port } = app.server.address() as AddressInfo
    const unpaid = path === '/mcp' ? callOf(stateless) : operation
    const quoted = await app.inject({
      method: 'POST',
      url: path,
      headers: { host: 'fiq.test', ...mcpHeaders },
      payload: unpaid,
    })
    const required =
      quoted.headers['payment-required'] ?? encodeHeader(quoted.json().result.structuredContent)
    const { body, headers } = carry(paymentFor(required))
    const gone = Promise.withResolvers<void>()
    app.server.once('connection', (socket) => socket.once('close', gone.resolve))
    const caller = request({
      port,
      path,
      method: 'POST',
      headers: { host: 'fiq.test', 'content-type': 'application/json', ...headers },
    })
    caller.on('error', () => {})
    caller.end(JSON.stringify(body))
    await verifying.promise
    caller.destroy()
    await gone.promise
    closed.resolve()
    expect(await ended.promise).toContain('CANCELLED')
    expect(settlements).toBe(0)
  },
)

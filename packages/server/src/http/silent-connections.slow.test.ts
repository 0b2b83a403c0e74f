import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { httpDefaults, httpRules } from './http-defaults.ts'

const connectionTimeout = 50
const open: { end(): unknown }[] = []
afterEach(async () => {
  for (const { end } of open.splice(0)) await end()
})

/** A server with short time limits, and a connection to it. */
async function connected(handler: RouteHandlerMethod) {
  const app: FastifyInstance = Fastify({
    ...httpDefaults,
    connectionTimeout,
    keepAliveTimeout: connectionTimeout,
  })
  httpRules(app, 'sandbox', () => {})
  app.route({ method: ['GET', 'POST'], url: '/', handler })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const served = once(app.server, 'connection').then(([socket]) => socket as Socket)
  const { port } = app.server.address() as { port: number }
  const client = connect(port, '127.0.0.1').on('error', () => {})
  open.push({ end: () => client.destroy() }, { end: () => app.close() })
  return { client, served: await served }
}
const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test.each([1, 3])(
  'behavior: keeps a connection open while its answer is computed (%d requests on it)',
  async (requests) => {
    let isLast = false
    const { client, served } = await connected(async () => {
      // The last of several is answered first, and must wait for the others.
      if (isLast) return 'done'
      isLast = requests > 1
      await once(served, 'timeout')
      await once(served, 'timeout')
      isLast = true
      return 'done'
    })
    let text = ''
    client.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    client.write(request.repeat(requests))
    const closed = once(client, 'close').then(() => 'closed')
    const whole = async () => {
      while (text.split('done').length <= requests) await once(client, 'data')
      return 'answered'
    }
    expect(await Promise.race([closed, whole()])).toBe('answered')
  },
)

test('behavior: disconnects a client that sends a request and does not read', async () => {
  const { client, served } = await connected(async () => 'x'.repeat(64 * 2 ** 20))
  client.pause().write(request)
  await once(served, 'close')
})

test('behavior: disconnects a client that stops reading in the middle, while the rest is computed', async () => {
  const { client, served } = await connected((_, reply) => {
    reply.hijack()
    reply.raw.write('x'.repeat(64 * 2 ** 20))
  })
  client.pause().write(request)
  await once(served, 'close')
})

const half = [
  'POST / HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  'Content-Length: 9',
  '',
  '{"q',
].join('\r\n')

test.each([
  ['nothing', ''],
  ['half a request', half],
  ['nothing after its answer', request],
])('behavior: closes a connection that sends %s', async (_, bytes) => {
  const { client, served } = await connected(async () => 'done')
  client.resume().write(bytes)
  await once(served, 'close')
})

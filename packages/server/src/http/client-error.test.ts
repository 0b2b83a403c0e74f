import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { httpDefaults } from './http-defaults.ts'

let app: FastifyInstance
afterEach(() => app.close())

/**
 * The response to these bytes from a server with our limits and, where given, shorter time limits.
 */
async function answerTo(bytes: string, http: object = {}, more: object = {}) {
  app = Fastify({ ...httpDefaults, ...more, http: { ...httpDefaults.http, ...http } })
  app.get('/', async () => 'ok')
  app.post('/', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers, code: body && JSON.parse(body).errors[0].extensions.code }
}

test('error: huge headers get 431 in our form, and the connection is closed', async () => {
  const answer = await answerTo(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatchObject({
    status: 'HTTP/1.1 431 Request Header Fields Too Large',
    code: 'HEADERS_TOO_LARGE',
  })
  expect(answer.headers).toContain('connection: close')
  expect(answer.headers).toContain('x-content-type-options: nosniff')
})

test('error: refuses bytes that are not HTTP, and two lengths, which proxies read differently', async () => {
  expect(await answerTo('\u0016\u0003\u0001 not http\r\n\r\n')).toMatchObject({
    code: 'BAD_REQUEST',
  })
  await app.close()
  const smuggled =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await answerTo(smuggled)).toMatchObject({ code: 'BAD_REQUEST' })
})

const hurried = { headersTimeout: 150, connectionsCheckingInterval: 50 }

test('error: slow headers and missing bodies get 408', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\nHost: x\r\nX-Drip: ', hurried)).toMatchObject({
    status: 'HTTP/1.1 408 Request Timeout',
    code: 'REQUEST_TOO_SLOW',
  })
  await app.close()
  const body =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"q'
  expect(await answerTo(body, hurried, { requestTimeout: 300 })).toMatchObject({
    code: 'REQUEST_TOO_SLOW',
  })
})

test('error: closes a connection without data', async () => {
  expect(await answerTo('', hurried)).toMatchObject({ code: 'REQUEST_TOO_SLOW' })
})

test('error: closes the connection of a client that vanished after its answer', async () => {
  app = Fastify({ ...httpDefaults, http: { ...httpDefaults.http, ...hurried } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const gone = once(app.server, 'connection').then(([socket]) => once(socket, 'close'))
  const { port } = app.server.address() as { port: number }
  // This end of the connection is never closed, as after a network failure.
  const away = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  await once(away, 'end')
  await gone
  away.destroy()
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpApp } from './http-defaults.ts'

/** A server with the rules of all surfaces, and the errors that it reported to the operator. */
function scene() {
  const reported: unknown[] = []
  const app = createHttpApp({ dataMode: 'sandbox', report: (error) => void reported.push(error) })
  app.post('/read', async () => 'read')
  app.get('/page', async () => 'page')
  return { app, reported }
}

test.each([
  ['QUERY', '/page', {}, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['QUERY', '/read', { 'content-type': 'text' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['POST', '/read', { 'content-type': '' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
] as const)(
  'error: %s %s with %j gets %i %s, and nothing is reported',
  async (method, url, headers, status, code) => {
    const { app, reported } = scene()
    const answer = await app.inject({ method: method as 'POST', url, headers, payload: '{}' })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(reported).toEqual([])
  },
)

test('error: a client that leaves while it sends its body is not reported', async () => {
  const { app, reported } = scene()
  const answered = new Promise<number>((resolve) => {
    app.addHook('onSend', async (_, { statusCode }) => resolve(statusCode))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  const client = connect(port, '127.0.0.1')
  const arrived = once(app.server, 'request')
  client.write(
    'POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await arrived
  client.destroy()
  expect(await answered).toBe(400)
  expect(reported).toEqual([])
})

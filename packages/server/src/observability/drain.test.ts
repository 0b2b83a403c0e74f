import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createDrain } from './drain.ts'

/** A server whose `/slow` responds when the test requests it. */
async function slowServer() {
  const app = Fastify({ forceCloseConnections: 'idle' })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let began = () => {}
  const begun = new Promise<void>((resolve) => {
    began = resolve
  })
  app.get('/slow', async () => {
    began()
    await finished
    return 'done'
  })
  app.get('/', async () => 'ok')
  const drain = createDrain(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { drain, port, finish, begun }
}

test('default: answers running requests, then closes the server', async () => {
  const { drain, port, finish, begun } = await slowServer()
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await begun
  const closed = drain.closeWithin(10_000)
  finish()
  expect(await (await answer).text()).toBe('done')
  await closed
})

test('behavior: idle keep-alive sockets do not delay it', async () => {
  const { drain, port } = await slowServer()
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  sockets[0]?.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n')
  await once(sockets[0]!, 'data')
  const started = performance.now()
  await Promise.all([
    drain.closeWithin(10_000),
    ...sockets.map((socket) => once(socket.resume(), 'close')),
  ])
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('error: cuts requests that exceed the deadline', async () => {
  const { drain, port, begun } = await slowServer()
  const answer = fetch(`http://127.0.0.1:${port}/slow`).catch(() => 'cut')
  await begun
  await drain.closeWithin(200)
  expect(await Promise.race([answer, setTimeout(5_000, 'waiting')])).toBe('cut')
})

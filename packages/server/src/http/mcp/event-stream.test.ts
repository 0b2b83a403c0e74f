import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitUnread } from '../unread-answers.ts'
import { openStream } from './event-stream.ts'

/** More than the buffers of a socket hold on both sides. */
const bytes = 32 * 2 ** 20
const text = 'x'.repeat(bytes)

/** A server whose answers are event streams, of which one and a half may be unread. */
async function scene() {
  const app = Fastify()
  const unread = limitUnread(app, 1.5 * bytes)
  app.get('/', (_, reply) => {
    const stream = openStream(reply, () => ({}))
    stream.notify('{}')
    stream.end(text)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** The response, of which nothing is read yet; nothing if the server closes the connection. */
  const ask = () =>
    once(get({ port, agent: false }), 'response').then(
      ([response]) => response as IncomingMessage,
      () => undefined,
    )
  return { unread, ask }
}

async function read(response: IncomingMessage | undefined) {
  let size = 0
  try {
    for await (const chunk of response ?? []) size += chunk.length
  } catch {
    return 'closed'
  }
  return size > bytes ? 'answered' : 'closed'
}

test('default: answers in event streams count as unread until they are read', async () => {
  const { unread, ask } = await scene()
  for (let n = 0; n < 2; n += 1) {
    const slow = await ask()
    const next = await ask()
    expect(await read(next)).toBe('closed')
    expect(await read(slow)).toBe('answered')
    await expect.poll(() => unread.size).toBe(0)
  }
})

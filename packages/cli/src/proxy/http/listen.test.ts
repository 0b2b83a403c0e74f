import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Listening, limits, listenOnPort } from './listen.ts'

let open: Listening | undefined
afterEach(() => open?.close())

const short = { ...limits, headersTimeoutMs: 100, requestTimeoutMs: 150, checkingMs: 20 }

/** Says so much and then nothing more. @returns what is answered until the connection ends. */
async function say(text: string, bounds: Partial<typeof limits> = short): Promise<string> {
  open = await listenOnPort(
    (request, response) => void request.resume().once('end', () => response.end('answered')),
    { host: '127.0.0.1', port: 0 },
    { ...limits, ...bounds },
  )
  const socket = connect(open.port, '127.0.0.1').setEncoding('utf8')
  let all = ''
  socket.on('data', (chunk) => {
    all += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return all
}

test.each([
  ['a head that never ends', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['a body that never comes', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
])('error: %s is given so much time and no more', async (_, text) => {
  expect(await say(text)).toMatch(/^HTTP\/1.1 408 /)
})

test('error: more connections than are held', async () => {
  expect(await say('GET / HTTP/1.1\r\nHost: x\r\n\r\n', { connectionsMax: 0 })).toBe('')
})

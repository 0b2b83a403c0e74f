import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openHttp } from './send-request.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('openHttp', () => {
  test('default: sends the body as it is and returns status, headers and text', async () => {
    const url = await listen(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.writeHead(402, { 'PAYMENT-REQUIRED': 'abc', 'X-Two': ['a', 'b'] })
      response.end(
        JSON.stringify({
          method: request.method,
          type: request.headers['content-type'],
          key: request.headers['authorization'],
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    const answer = await openHttp()({
      method: 'POST',
      url,
      headers: { authorization: 'Bearer k' },
      body: '{"é":1}',
    })
    expect(answer.status).toBe(402)
    expect(answer.headers).toMatchObject({ 'payment-required': 'abc', 'x-two': 'a, b' })
    expect(JSON.parse(answer.body)).toEqual({
      method: 'POST',
      type: 'application/json',
      key: 'Bearer k',
      body: '{"é":1}',
    })
  })

  test('behavior: the second request uses the connection of the first', async () => {
    const ports = new Set<number | undefined>()
    const url = await listen((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const send = openHttp()
    await send({ method: 'GET', url, headers: {} })
    await send({ method: 'GET', url, headers: {} })
    expect(ports.size).toBe(1)
  })

  test('behavior: a redirect is an answer, it is not followed', async () => {
    const asked: (string | undefined)[] = []
    const url = await listen((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await openHttp()({ method: 'GET', url, headers: {} })).status).toBe(307)
    expect(asked).toEqual(['/'])
  })

  test('error: a closed port says what to start', async () => {
    const url = await listen((_, response) => response.end())
    const server = open.pop()!
    await new Promise((resolve) => server.close(resolve))
    await expect(openHttp()({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      kind: 'network',
      remedy: expect.stringContaining('fiq-server start'),
    })
  })

  test('error: an answer cut off half-way is no answer', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"data":')
      setImmediate(() => response.destroy())
    })
    await expect(openHttp()({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
  })

  test('error: an answer without end is cut off, silence is not waited for', async () => {
    const flood = await listen((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(1_000)));
        response.once('drain', more)
      }
      more()
    })
    await expect(
      openHttp({ timeoutMs: 10_000, answerBytesMax: 5_000 })({
        method: 'GET',
        url: flood,
        headers: {},
      }),
    ).rejects.toMatchObject({ facts: ['Reason: the answer exceeds 5000 bytes'] })
    const silent = await listen(() => {})
    await expect(
      openHttp({ timeoutMs: 50, answerBytesMax: 5_000 })({
        method: 'GET',
        url: silent,
        headers: {},
      }),
    ).rejects.toMatchObject({ facts: ['Reason: no answer in time'] })
  })
})

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

import { createServer, Server as HttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openHttp, type SendLimits, sendLimits } from './send-request.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    if (server instanceof HttpServer) server.closeAllConnections()
    server.close()
  }
})

const get = (url: URL, limits: Partial<SendLimits> = {}) =>
  openHttp({ ...sendLimits, ...limits })({ method: 'GET', url, headers: {} })

describe('openHttp', () => {
  test('default: sends the body unchanged with our headers, and returns the response with lower-case names', async () => {
    const url = await listen(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.writeHead(402, { 'PAYMENT-REQUIRED': 'abc', 'Set-Cookie': ['a', 'b'] })
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
      headers: { authorization: 'Bearer k', 'content-type': 'text/plain', 'content-length': '1' },
      body: '{"é":1}',
    })
    expect(answer.status).toBe(402)
    expect(answer.headers).toMatchObject({ 'payment-required': 'abc', 'set-cookie': 'a, b' })
    expect(JSON.parse(answer.body)).toEqual({
      method: 'POST',
      type: 'application/json',
      key: 'Bearer k',
      body: '{"é":1}',
    })
  })

  test('behavior: notifies the caller that the request was sent before a response arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const url = await listen(async (_, response) => {
      await promise
      response.end('{}')
    })
    // If it were notified only at the response, neither would arrive.
    const answer = await openHttp()({ method: 'POST', url, headers: {}, body: '{}', sent: resolve })
    expect(answer.status).toBe(200)
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

  test('behavior: returns a redirect as a response, without following it', async () => {
    const asked: (string | undefined)[] = []
    const url = await listen((request, response) => {
      asked.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await get(url)).status).toBe(307)
    expect(asked).toEqual(['/'])
  })

  test.each(['http://fiq.example/', 'http://10.0.0.1/', 'http://127.example/', 'ftp://127.0.0.1/'])(
    'error: sends no request to %s',
    async (address) => {
      await expect(get(new URL(address))).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        funds: 'untouched',
      })
    },
  )

  test('error: for a closed port, names the command that starts a server', async () => {
    const url = await listen((_, response) => response.end())
    const server = open.pop()!
    await new Promise((resolve) => server.close(resolve))
    await expect(get(url)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      kind: 'network',
      funds: 'untouched',
      remedy: expect.stringContaining('fiq-server start'),
    })
  })

  test.each([
    ['with a length', { 'content-length': '100' }],
    ['in chunks', {}],
  ])('error: refuses a response %s that is truncated', async (_, headers) => {
    const url = await listen((_request, response) => {
      response.writeHead(200, headers)
      response.write('{"data":', () => response.destroy())
    })
    await expect(get(url)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })

  test('error: cuts off an endless response, and does not wait for silence', async () => {
    const flood = await listen((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(1_000)));
        response.once('drain', more)
      }
      more()
    })
    await expect(get(flood, { answerBytesMax: 5_000 })).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      facts: ['Reason: the answer is larger than 5000 bytes'],
    })
    const silent = await listen(() => {})
    await expect(get(silent, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      facts: ['Reason: no complete answer within 0.05 s'],
    })
    const stalled = await listen((_, response) => void response.write('{'))
    await expect(get(stalled, { timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })

  test('error: does not wait for the rest of a response that changes the protocol', async () => {
    const url = await listenTo(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    )
    await expect(get(url)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      facts: ['Reason: the connection was closed without an answer'],
    })
  })

  test('behavior: accepts a response of exactly the limit', async () => {
    const url = await listen((_, response) => void response.end('x'.repeat(2_000)))
    expect((await get(url, { answerBytesMax: 2_000 })).body).toHaveLength(2_000)
    await expect(get(url, { answerBytesMax: 1_999 })).rejects.toMatchObject({
      code: 'SERVER_ERROR',
    })
  })

  test('error: refuses huge headers, and bytes that are not HTTP', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { 'x-huge': 'x'.repeat(20_000) }).end()
    })
    await expect(get(url)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    await expect(get(await listenTo('SSH-2.0-x\r\n\r\n'))).rejects.toMatchObject({
      code: 'SERVER_ERROR',
    })
  })
})

/** Listens, and answers every connection with these bytes. */
async function listenTo(bytes: string): Promise<URL> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

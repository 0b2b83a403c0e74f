import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendLimits, sendOnce } from './send.ts'
import { requestTo } from './testing/test-payer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

describe('sendOnce', () => {
  test('default: the body as it is, our headers, and the answer with lower-case names', async () => {
    let seen: unknown
    const url = await listen(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, headers } = request
      seen = {
        method,
        body: Buffer.concat(chunks).toString(),
        key: headers['x-key'],
        type: headers['content-type'],
        signature: headers['payment-signature'],
      }
      response.writeHead(402, { 'X-Answer': 'ü', 'Set-Cookie': ['a', 'b'] }).end('grüße')
    })
    const request = {
      ...requestTo(url),
      body: '{"ü":1}',
      headers: { 'x-key': 'k', 'content-type': 'text/plain' },
    }
    const answer = await sendOnce(request, { 'payment-signature': 's' })
    expect(seen).toEqual({
      method: 'POST',
      body: '{"ü":1}',
      key: 'k',
      type: 'application/json',
      signature: 's',
    })
    expect(answer).toMatchObject({ status: 402, body: 'grüße', headers: { 'set-cookie': 'a, b' } })
  })

  test('behavior: a redirect is handed back, not followed', async () => {
    let asked = 0
    const url = await listen((_, response) => {
      asked += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await sendOnce(requestTo(url), {})).toMatchObject({ status: 307 })
    expect(asked).toBe(1)
  })

  test('error: a closed port', async () => {
    const url = await listen(() => {})
    await closers.pop()!()
    await expect(sendOnce(requestTo(url), {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      funds: 'untouched',
    })
  })

  test('error: an answer that stops half-way', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    await expect(sendOnce(requestTo(url), {})).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })

  test('error: an answer that is too large, and one that is too slow', async () => {
    const url = await listen((_, response) => void response.end('x'.repeat(2_000)))
    await expect(
      sendOnce(requestTo(url), {}, { ...sendLimits, answerBytesMax: 1_999 }),
    ).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      facts: [expect.stringContaining('1999 bytes')],
    })
    const slow = await listen(() => {})
    await expect(
      sendOnce(requestTo(slow), {}, { ...sendLimits, timeoutMs: 20 }),
    ).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  })

  test('error: huge headers, and bytes that are not HTTP', async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { 'x-huge': 'x'.repeat(20_000) }).end()
    })
    await expect(sendOnce(requestTo(url), {})).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    const noise = createSocketServer((socket) => void socket.end('SSH-2.0-x\r\n\r\n'))
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve))
    closers.push(() => noise.close())
    const { port } = noise.address() as AddressInfo
    await expect(
      sendOnce(requestTo(new URL(`http://127.0.0.1:${port}/`)), {}),
    ).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  })
})

async function listen(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/graphql`)
}

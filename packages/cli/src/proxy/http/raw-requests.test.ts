import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proxyScene } from '../testing/proxy-scene.ts'

let scene: Awaited<ReturnType<typeof proxyScene>>
beforeAll(async () => {
  scene = await proxyScene()
})
afterAll(() => scene.close())

/** Statuses of the answers to these bytes, and all of them as text. */
async function answersTo(lines: string): Promise<{ statuses: number[]; text: string }> {
  const { port } = new URL(scene.url)
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(lines.replaceAll('PORT', port).replaceAll('TOKEN', scene.token))
  await once(socket, 'close')
  const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
  return { statuses, text }
}

let tickers = 0
/** Another body of the same length each time, so that no answer is known. */
function newBody(): string {
  tickers += 1
  return `{"tickers":["A${String(tickers).padStart(3, '0')}"]}`
}
const length = newBody().length
const message = (lines: readonly string[], payload = '') =>
  `${lines.join('\r\n')}\r\n\r\n${payload}`
const post = (lines: readonly string[], payload = newBody(), version = '1.1') =>
  message(
    [
      `POST /tools/quotes HTTP/${version}`,
      'Content-Type: application/json',
      'Authorization: Bearer TOKEN',
      ...lines,
    ],
    payload,
  )
const host = 'Host: 127.0.0.1:PORT'
const close = 'Connection: close'
const sized = `Content-Length: ${length}`
const chunked = 'Transfer-Encoding: chunked'
const inChunks = () => `${length.toString(16)}\r\n${newBody()}\r\n0\r\n\r\n`
const absolute = (address: string) =>
  post([host, sized, close]).replace('/tools', `${address}/tools`)

describe('a request that is not plain HTTP/1.1 to this proxy', () => {
  test.each<[string, number, string]>([
    ['two lengths', 400, post([host, sized, 'Content-Length: 3', close])],
    ['the same length twice', 400, post([host, sized, sized, close])],
    ['a length with a sign', 400, post([host, `Content-Length: +${length}`, close])],
    ['a length and chunks', 400, post([host, sized, chunked, close], inChunks())],
    ['an unknown coding', 400, post([host, 'Transfer-Encoding: xchunked', close], inChunks())],
    ['chunks of gzip', 400, post([host, 'Transfer-Encoding: gzip, chunked', close], inChunks())],
    ['chunks twice', 400, post([host, chunked, chunked, close], inChunks())],
    ['chunks in HTTP/1.0', 400, post([host, chunked], inChunks(), '1.0')],
    [
      'a chunk of too many bytes',
      400,
      post([host, chunked, close], `1\r\n${newBody()}\r\n0\r\n\r\n`),
    ],
    ['a chunk with a signed size', 400, post([host, chunked, close], '-1\r\n\r\n')],
    [
      'a space before the colon',
      400,
      post([host, 'Transfer-Encoding : chunked', close], inChunks()),
    ],
    ['a folded header', 400, post([host, 'X-Long: a\r\n b', sized, close])],
    ['a line that ends with LF', 400, post([host, 'X: a\nContent-Length: 3', sized, close])],
    ['a line that ends with CR', 400, post([host, 'X: a\rContent-Length: 3', sized, close])],
    ['a zero byte in a header', 400, post([host, 'X: a\0b', sized, close])],
    ['HTTP/1.2', 400, post([host, sized, close], newBody(), '1.2')],
    ['TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ['two tokens', 400, post([host, 'Authorization: Bearer TOKEN', sized, close])],
    ['no host', 421, post([sized, close])],
    ['no host in HTTP/1.0', 421, post([sized], newBody(), '1.0')],
    ['two hosts', 421, post([host, 'Host: other.test', sized, close])],
    ['the same host twice', 421, post([host, host, sized, close])],
    ['another host', 421, post(['Host: other.test', sized, close])],
    ['a target at another host', 404, absolute('http://other.test')],
    ['a target with a user', 404, absolute('http://a@127.0.0.1:PORT')],
    ['a target with an escape', 404, post([host, sized, close]).replace('/quotes', '/%71uotes')],
    ['20,000 characters of a header', 431, post([host, `X: ${'a'.repeat(20_000)}`, sized, close])],
    ['3,000 headers', 431, post([host, ...Array<string>(3_000).fill('X: abc'), sized, close])],
    ['a target of 20,000 characters', 431, message([`GET /${'a'.repeat(20_000)} HTTP/1.1`, host])],
    ['an unknown expectation', 417, post([host, 'Expect: a-rabbit', sized, close])],
  ])('error: %s gets one answer, and buys nothing', async (_, status, bytes) => {
    const before = scene.signatures()
    expect((await answersTo(bytes)).statuses).toEqual([status])
    expect(scene.signatures()).toBe(before)
    expect((await answersTo(message(['GET /health HTTP/1.1', host, close]))).statuses).toEqual([
      204,
    ])
  })

  test('error: the body of a GET is not another request', async () => {
    const inner = post([host, sized, close])
    // The token is longer than its name here.
    const size = inner.length + scene.token.length - 'TOKEN'.length + 1 - 'PORT'.length + 4
    const before = scene.signatures()
    const bytes = message(['GET /health HTTP/1.1', host, `Content-Length: ${size}`, close], inner)
    expect((await answersTo(bytes)).statuses).toEqual([204])
    expect(scene.signatures()).toBe(before)
  })
})

describe('several requests on one connection', () => {
  test('default: each is answered, in their order', async () => {
    const [first, second] = [newBody(), newBody()]
    const bytes = `${post([host, sized], first)}${post([host, sized, close], second)}`
    expect((await answersTo(bytes)).statuses).toEqual([200, 200])
  })

  test('error: invalid bytes behind a request are not its answer', async () => {
    const { statuses } = await answersTo(`${post([host, sized])}not HTTP\r\n\r\n`)
    expect(statuses).toEqual([200])
  })

  test('error: a caller that leaves before its body is complete buys nothing', async () => {
    const before = scene.signatures()
    const socket = connect(Number(new URL(scene.url).port), '127.0.0.1')
    socket.on('error', () => {})
    const head = post([host, 'Content-Length: 50'])
    socket.end(head.replaceAll('PORT', new URL(scene.url).port).replaceAll('TOKEN', scene.token))
    socket.resume()
    await once(socket, 'close')
    expect(scene.signatures()).toBe(before)
    expect((await scene.get('/health')).status).toBe(204)
  })
})

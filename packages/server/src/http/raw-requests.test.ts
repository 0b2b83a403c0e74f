import { once } from 'node:events'
import { connect } from 'node:net'
import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentFor, quotesConnector } from './testing/quotes.ts'
import { smallApp } from './testing/small-app.ts'

const { connector, state } = quotesConnector()
const { app, problems } = smallApp(connector)
let port: number
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Answers to these bytes, until the server or the last request closes the connection. */
async function answersTo(bytes: string): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return answersIn(Buffer.concat(chunks).toString())
}

function answersIn(text: string): Answer[] {
  if (text === '') return []
  const end = text.indexOf('\r\n\r\n') + 4
  const [first = '', ...lines] = text.slice(0, end).trim().split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  )
  const status = Number(first.split(' ')[1])
  // 100 Continue has no body, and the answer follows.
  const length = status === 100 ? 0 : Number(headers['content-length'])
  const answer = { status, headers, body: text.slice(end, end + length) }
  return [answer, ...answersIn(text.slice(end + length))]
}

const body = '{"query":"{ quotes(tickers: [\\"AAPL\\"]) { price } }"}'
const json = 'Content-Type: application/json'
const host = 'Host: fiq.test'
const close = 'Connection: close'
const message = (lines: readonly string[], payload = '') =>
  `${lines.join('\r\n')}\r\n\r\n${payload}`
const post = (lines: readonly string[], payload = body, version = '1.1') =>
  message([`POST /api/graphql HTTP/${version}`, json, ...lines], payload)
const sized = `Content-Length: ${body.length}`
const chunked = 'Transfer-Encoding: chunked'
const inChunks = (trailers = '') => `${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailers}\r\n`
const quotedUrl = ({ headers }: Answer) =>
  (decodeHeader(headers['payment-required']) as { resource: { url: string } }).resource.url

describe('a request that proxies may read in another way', () => {
  test.each<[string, string]>([
    ['two lengths', post([host, sized, 'Content-Length: 3', close])],
    ['the same length twice', post([host, sized, sized, close])],
    ['a list of lengths', post([host, `${sized}, ${body.length}`, close])],
    ['a length with a sign', post([host, `Content-Length: +${body.length}`, close])],
    ['a length in hex', post([host, 'Content-Length: 0x3', close])],
    ['a length and chunks', post([host, sized, chunked, close], inChunks())],
    ['an unknown coding', post([host, 'Transfer-Encoding: xchunked', close], inChunks())],
    ['chunks inside another coding', post([host, `${chunked}, identity`, close], inChunks())],
    ['chunks of gzip', post([host, 'Transfer-Encoding: gzip, chunked', close], inChunks())],
    ['chunks twice', post([host, chunked, chunked, close], inChunks())],
    ['two codings', post([host, chunked, 'Transfer-Encoding: identity', close], inChunks())],
    ['a space before the colon', post([host, 'Transfer-Encoding : chunked', close], inChunks())],
    ['a control character before a value', post([host, 'Transfer-Encoding:\u000bchunked', close])],
    ['a folded header', post([host, 'X-Long: a\r\n b', sized, close])],
    ['a folded length', post([host, 'Content-Length:\r\n 3', close])],
    ['a line that ends with LF', post([host, `X: a\nContent-Length: 3`, sized, close])],
    ['a line that ends with CR', post([host, `X: a\rContent-Length: 3`, sized, close])],
    ['a zero byte in a header', post([host, 'X: a\0b', sized, close])],
    ['a name with a space', post([host, 'X Y: a', sized, close])],
    ['a chunk with a signed size', post([host, chunked, close], '-1\r\n\r\n')],
    ['a chunk of too many bytes', post([host, chunked, close], `1\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk whose size overflows', post([host, chunked, close], `${'f'.repeat(17)}\r\na`)],
    ['chunks in HTTP/1.0', post([chunked], inChunks(), '1.0')],
    ['HTTP/1.2', post([host, sized, close], body, '1.2')],
    ['HTTP/0.9', 'GET /api/graphql\r\n\r\n'],
    ['no host', post([sized, close])],
    ['an empty host', post(['Host: ', sized, close])],
    ['two hosts', post([host, 'Host: other.test', sized, close])],
    ['the same host twice', post([host, host, sized, close])],
    ['a host with a path', post(['Host: fiq.test/docs', sized, close])],
    ['a host with a user', post(['Host: fiq.test@other.test', sized, close])],
    ['a host with a query', post(['Host: fiq.test?a', sized, close])],
    ['a target with a user', message(['GET http://a@fiq.test/ HTTP/1.1', host, close])],
  ])('error: %s gets one answer, 400, with our headers', async (_, bytes) => {
    const answers = await answersTo(bytes)
    expect(answers.map(({ status }) => status)).toEqual([400])
    const [{ headers, body: problem }] = answers as [Answer]
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(JSON.parse(problem).code).toBe('BAD_REQUEST')
    expect(problems).toEqual([])
  })

  test('error: two Authorization headers are one invalid key', async () => {
    const keys = ['Authorization: Bearer fiq_a', 'Authorization: Bearer fiq_b']
    const [answer] = await answersTo(post([host, ...keys, sized, close]))
    expect(answer?.status).toBe(401)
  })
})

describe('a valid request in an unusual form', () => {
  test.each<[string, string, string]>([
    [
      'chunks with extensions',
      post([host, chunked, close], inChunks().replace('\r', ';a="b"\r')),
      'fiq.test',
    ],
    ['HTTP/1.0 without a host', post([sized], body, '1.0'), 'localhost'],
    ['an unknown expectation', post([host, 'Expect: a-rabbit', sized, close]), 'fiq.test'],
    [
      'a target in absolute form',
      post([host, sized, close]).replace('/api', 'http://other.test/api'),
      'other.test',
    ],
    [
      'a target in absolute form, without a host',
      post([sized, close]).replace('/api', 'http://other.test/api'),
      'other.test',
    ],
  ])('default: %s gets its quote', async (_, bytes, named) => {
    const answers = await answersTo(bytes)
    expect(answers.map(({ status }) => status)).toEqual([402])
    expect(answers.map(quotedUrl)).toEqual([`http://${named}/api/graphql`])
  })

  test('default: 100-continue is answered before the quote', async () => {
    const answers = await answersTo(post([host, 'Expect: 100-continue', sized, close]))
    expect(answers.map(({ status }) => status)).toEqual([100, 402])
  })

  test('behavior: the body of a GET is not another request', async () => {
    const inner = post([host, sized, close])
    const length = `Content-Length: ${inner.length}`
    const answers = await answersTo(
      message(['GET /docs HTTP/1.1', host, json, length, close], inner),
    )
    expect(answers).toHaveLength(1)
  })
})

describe('payments on one connection', () => {
  const quoted = async () => (await answersTo(post([host, sized, close])))[0]!

  test('error: a payment in the trailers of a body buys nothing', async () => {
    const payment = paymentFor((await quoted()).headers['payment-required'])
    const answers = await answersTo(
      post(
        [host, chunked, 'Trailer: PAYMENT-SIGNATURE', close],
        inChunks(`PAYMENT-SIGNATURE: ${payment}\r\n`),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([402])
  })

  test('default: pipelined copies of a paid request are one purchase with one answer', async () => {
    const payment = `PAYMENT-SIGNATURE: ${paymentFor((await quoted()).headers['payment-required'])}`
    const before = state.runs
    const copy = post([host, payment, sized])
    const last = post([host, payment, sized, close])
    const answers = await answersTo(`${copy.repeat(9)}${last}`)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(state.runs).toBe(before + 1)
  })

  test('error: invalid bytes behind a paid request are not its answer', async () => {
    const payment = `PAYMENT-SIGNATURE: ${paymentFor((await quoted()).headers['payment-required'])}`
    const paid = post([host, payment, sized])
    const answers = await answersTo(`${paid}not HTTP\r\n\r\n`)
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  test('error: a payment twice in the headers of a request is malformed', async () => {
    const payment = `PAYMENT-SIGNATURE: ${paymentFor((await quoted()).headers['payment-required'])}`
    const [answer] = await answersTo(post([host, payment, payment, sized, close]))
    expect([answer?.status, JSON.parse(answer!.body).code]).toEqual([400, 'PAYMENT_MALFORMED'])
  })

  test('behavior: a pipelined quote behind a paid request answers its own request', async () => {
    const payment = `PAYMENT-SIGNATURE: ${paymentFor((await quoted()).headers['payment-required'])}`
    const answers = await answersTo(
      `${post([host, payment, sized])}${post([host, sized])}${message(['GET /nothing HTTP/1.1', host, close])}`,
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 402, 404])
  })
})

test.each([
  '/docs/%zz',
  '/%',
  '/answers/%c0%80',
  '/tools/%ff',
  '/api/%e0%a4',
  `/docs/${'a'.repeat(200)}`,
])('error: the path %s is a problem, and is not repeated', async (path) => {
  const [answer] = await answersTo(message([`GET ${path} HTTP/1.1`, host, close]))
  expect(answer!.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(['BAD_REQUEST', 'UNKNOWN_PATH']).toContain(JSON.parse(answer!.body).code)
  expect(problems).toEqual([])
})

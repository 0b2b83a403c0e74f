import { connect, type NetConnectOpts, type Socket } from 'node:net'

/** How the client leaves: an immediate reset, an end of its own half, or both. */
type Leaving = 'reset' | 'end' | 'destroy'

/** The bytes of one kind of malformed connection, and its end. */
export type MalformedKind = { name: string; bytes: string | Buffer; leaving: Leaving }

/**
 * Twenty kinds of connection that no well-behaved client makes.
 *
 * @param host - The `Host` value that the listener accepts.
 * @param token - A valid bearer token, so that these connections pass the checks.
 */
export function malformedKinds(host: string, token: string): readonly MalformedKind[] {
  const lines = (...given: readonly string[]) => `${given.join('\r\n')}\r\n\r\n`
  const named = `Host: ${host}`
  const bearer = `Authorization: Bearer ${token}`
  const json = 'Content-Type: application/json'
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const post = (path: string, ...headers: readonly string[]) =>
    lines(`POST ${path} HTTP/1.1`, named, bearer, json, ...headers)
  return [
    {
      name: 'websocket, reset',
      bytes: lines('GET / HTTP/1.1', named, ...upgrade),
      leaving: 'reset',
    },
    {
      name: 'websocket to MCP, ended',
      bytes: lines('GET /mcp HTTP/1.1', named, ...upgrade),
      leaving: 'end',
    },
    {
      name: 'websocket with frames behind it',
      bytes: lines('GET / HTTP/1.1', named, ...upgrade) + '\u0081\u0005hello'.repeat(2_000),
      leaving: 'reset',
    },
    {
      name: 'CONNECT, reset',
      bytes: lines('CONNECT example.com:443 HTTP/1.1', named),
      leaving: 'reset',
    },
    {
      name: 'CONNECT, ended',
      bytes: lines('CONNECT example.com:443 HTTP/1.1', named),
      leaving: 'end',
    },
    { name: 'nothing, reset', bytes: '', leaving: 'reset' },
    { name: 'nothing, ended', bytes: '', leaving: 'end' },
    { name: 'half a request line', bytes: 'POST /api/gra', leaving: 'reset' },
    { name: 'a TLS hello', bytes: Buffer.from('16030100ff010000fb0303', 'hex'), leaving: 'end' },
    { name: 'an HTTP/2 preface', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', leaving: 'end' },
    {
      name: 'zeros and high bytes',
      bytes: Buffer.from('00ff00fe'.repeat(200), 'hex'),
      leaving: 'destroy',
    },
    {
      name: 'headers over the limit',
      bytes: lines('GET /health HTTP/1.1', named, `X-Long: ${'x'.repeat(20_000)}`),
      leaving: 'end',
    },
    {
      name: 'two lengths',
      bytes: `${post('/mcp', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      leaving: 'end',
    },
    { name: 'a negative length', bytes: post('/mcp', 'Content-Length: -1'), leaving: 'end' },
    {
      name: 'a chunk of no size',
      bytes: `${post('/api/graphql', 'Transfer-Encoding: chunked')}zz\r\nabc\r\n`,
      leaving: 'reset',
    },
    {
      name: 'a body that stops, reset',
      bytes: `${post('/api/graphql', 'Content-Length: 900')}{"query":"{`,
      leaving: 'reset',
    },
    {
      name: 'a body that stops, ended',
      bytes: `${post('/mcp', 'Content-Length: 900')}{"jsonrpc":"2.0",`,
      leaving: 'end',
    },
    {
      name: '100-continue without a body',
      bytes: post('/api/graphql', 'Content-Length: 900', 'Expect: 100-continue'),
      leaving: 'reset',
    },
    {
      name: 'fifty requests at once, none read',
      bytes: lines('GET /health HTTP/1.1', named).repeat(50),
      leaving: 'reset',
    },
    {
      name: 'brackets 100,000 deep',
      bytes: `${post('/mcp', 'Content-Length: 100000')}${'['.repeat(100_000)}`,
      leaving: 'destroy',
    },
  ]
}

/**
 * Opens connections of all kinds in turn, `atATime` at a time. Resolves when the last one has ended.
 */
export async function sendMalformed(
  to: NetConnectOpts,
  kinds: readonly MalformedKind[],
  { count, atATime }: { count: number; atATime: number },
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) {
      const kind = kinds[next % kinds.length]!
      next += 1
      await sendOne(to, kind)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

function sendOne(to: NetConnectOpts, { bytes, leaving }: MalformedKind): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(to)
    // This test checks only that the listener continues, not its response.
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    socket.once('connect', () => {
      if (bytes.length === 0) leave(socket, leaving)
      else socket.write(bytes, () => leave(socket, leaving))
    })
    if (leaving === 'end') socket.resume()
  })
}

function leave(socket: Socket, leaving: Leaving): void {
  if (leaving === 'end') socket.end()
  // Only TCP has a reset: the peer of a Unix socket cannot distinguish it.
  else if (leaving === 'reset' && socket.remoteFamily !== undefined) socket.resetAndDestroy()
  else socket.destroy()
}

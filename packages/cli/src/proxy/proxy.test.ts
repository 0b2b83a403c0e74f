import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { createProxy } from '../compose/proxy.ts'
import { again402 } from '../payment/testing/hostile-modes.ts'
import { send } from '../payment/testing/hostile-server.ts'
import { freePages } from './http/free-pages.ts'
import { inFlightMax } from './http/http-surface.ts'
import { proxyScene, type SceneTerms } from './testing/proxy-scene.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('client', () => {
  test('default: pays for a tool, and shows the cost', async () => {
    const { quotes, server, lines } = await scene()
    const { status, headers, json } = await quotes('AAPL')
    expect([status, json]).toEqual([200, { data: { quotes: [] } }])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-fiq-paid': '0.015',
      'x-fiq-answer': 'asked',
      'x-fiq-purchase': expect.stringMatching(/^0x[0-9a-f]{64}$/),
      'cache-control': 'no-store',
    })
    expect(server.settled.size).toBe(1)
    expect(lines.at(-1)).toMatch(/ ann http \/tools\/quotes 200 asked \d+ ms paid 0.015 USDC\n$/)
  })

  test("behavior: replaces the caller's headers by ours", async () => {
    const seen: (string | undefined)[] = []
    const { post } = await scene({
      mode: {
        paid(response, _, request) {
          seen.push(
            ...['cookie', 'authorization', 'x-forwarded-for', 'x-evil'].map((name) =>
              String(request.headers[name]),
            ),
          )
          return send(response, 200, '{"data":{}}', {
            'Set-Cookie': 'a=b',
            'Access-Control-Allow-Origin': '*',
            'X-Other': '1',
          })
        },
      },
    })
    const { status, headers } = await post(
      '/tools/quotes',
      { tickers: ['A'] },
      { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'x-evil': '1', 'payment-signature': 'e30=' },
    )
    expect(status).toBe(200)
    expect(seen).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-other'])
      expect(headers.get(name)).toBeNull()
  })

  test('behavior: a deliberate repetition is another purchase, but not with --reuse', async () => {
    const plain = await scene()
    await plain.quotes('AAPL')
    await plain.quotes('AAPL')
    expect(plain.server.settled.size).toBe(2)
    const reusing = await scene({ options: { reuse: true } })
    await reusing.quotes('AAPL')
    const { headers, json } = await reusing.quotes('AAPL')
    expect([headers.get('x-fiq-answer'), headers.get('x-fiq-paid'), json]).toEqual([
      'reused',
      '0',
      { data: { quotes: [] } },
    ])
    expect(reusing.server.settled.size).toBe(1)
  })

  test('behavior: a price query is free', async () => {
    const { post, server } = await scene()
    const { json } = await post('/api/v1/price', { query: '{ quotes(tickers: ["A"]) { price } }' })
    expect(json).toMatchObject({ credits: 5, amount: '15000' })
    expect(server.unpaidCount()).toBe(0)
  })

  test('behavior: without a wallet free requests work, and the others explain the reason', async () => {
    const { quotes, post, lines } = await scene({ noWallet: true })
    expect(lines.join('')).toContain('The proxy answers only free calls.')
    expect((await quotes('A')).json.errors[0]).toMatchObject({
      message: 'There is no wallet to pay with.',
      extensions: { code: 'NO_WALLET', remedy: 'Ask the user.', funds: 'untouched' },
    })
    expect((await post('/api/v1/price', { query: '{ free }' })).status).toBe(200)
  })

  test("behavior: on the user's own server no wallet is needed", async () => {
    const { lines, mcp } = await scene({ noWallet: true, world: { isPersonal: true } })
    expect(lines.join('')).toMatch(/no wallet is needed: http:\S+ is your own server/)
    expect(lines.join('')).not.toMatch(/no wallet to pay|answers only free/)
    const { structuredContent } = await mcp('spending')
    expect(structuredContent.note).toContain('nothing is spent')
  })

  test('error: a client may use only its own tools', async () => {
    const { quotes, post, server } = await scene({ client: { tools: ['gdp'] } })
    for (const { status, json } of [
      await quotes('A'),
      await post('/api/graphql', { query: '{ free }' }),
    ])
      expect([status, json.errors[0].extensions.code]).toEqual([403, 'TOOL_NOT_ALLOWED'])
    expect(server.unpaidCount()).toBe(0)
  })

  test('error: enforces the caps of the client and of the budget', async () => {
    const own = await scene({ client: { perDay: 30_000n } })
    const codes = []
    for (const ticker of ['A', 'B', 'C'])
      codes.push((await own.quotes(ticker)).json.errors?.[0].extensions.code)
    expect(codes).toEqual([undefined, undefined, 'OVER_BUDGET'])
    expect((await own.proxy.clients.list())[0]!.standing).toEqual({ day: 30_000n, days30: 30_000n })
    const budget = await scene({ limits: { perDay: 20_000n } })
    expect((await budget.quotes('A')).status).toBe(200)
    expect((await budget.quotes('B')).json.errors[0].extensions.code).toBe('OVER_BUDGET')
  })

  test('default: shows the spent and the remaining amount over MCP', async () => {
    const { quotes, mcp } = await scene({ client: { perDay: 100_000n } })
    await quotes('A')
    expect((await mcp('spending')).structuredContent).toMatchObject({
      client: 'ann',
      unit: 'USDC',
      day: { spent: '0.015', cap: '0.1' },
      days30: { spent: '0.015', cap: '5' },
    })
  })

  test('behavior: connects again to a restarted server without an effect on callers', async () => {
    const start = async (port = 0) => {
      const server = createServer((_, response) => void send(response, 200, '{"data":{}}'))
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      cleanups.push(() => server.close())
      return server
    }
    const first = await start()
    const { port } = first.address() as AddressInfo
    const { post } = await scene({ serverUrl: `http://127.0.0.1:${port}` })
    const ask = async () => (await post('/api/graphql', { query: '{ free }' })).status
    expect(await ask()).toBe(200)
    first.closeAllConnections()
    await new Promise((resolve) => first.close(resolve))
    expect(await ask()).toBe(503)
    await start(port)
    expect(await ask()).toBe(200)
  })

  test('error: five failed payments of a client pause it, and no other', async () => {
    const { quotes, post, server, proxy } = await scene({
      mode: { paid: again402, settles: false },
    })
    const codes = []
    for (const ticker of ['A', 'B', 'C', 'D', 'E', 'F'])
      codes.push((await quotes(ticker)).json.errors[0].extensions.code)
    expect(codes).toEqual([...Array(5).fill('PAYMENT_OUTCOME_UNKNOWN'), 'PAYMENTS_PAUSED'])
    expect(server.payments).toHaveLength(5)
    server.become({})
    const { token } = await proxy.clients.add({ name: 'bob', tools: undefined, savesHeader: false })
    const asBob = { authorization: `Bearer ${token}` }
    expect((await post('/tools/quotes', { tickers: ['G'] }, asBob)).status).toBe(200)
    expect((await quotes('H')).json.errors[0].extensions.code).toBe('PAYMENTS_PAUSED')
  })

  test('error: does not follow a redirect of the server', async () => {
    const { get, quotes } = await scene({
      mode: {
        unpaid: (response) => void send(response, 302, '', { Location: 'https://evil.example/' }),
      },
    })
    expect((await quotes('A')).json.errors[0].extensions.code).toBe('SERVER_ERROR')
    expect((await get('/llms.txt')).status).toBe(502)
  })
})

describe('MCP over stdio', () => {
  test('behavior: answers requests before the end of the input, and prints only JSON', async () => {
    const { world, server } = await scene()
    const streams = { input: new PassThrough(), output: new PassThrough() }
    const calls = ['A', 'B'].map((ticker, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'quotes', arguments: { tickers: [ticker] } },
    }))
    streams.input.end(`${calls.map((call) => JSON.stringify(call)).join('\n')}\nnoise\n`)
    const own = createProxy({ ...world, stdio: () => streams })
    await own.serveStdio('ann', { approvalMs: 1_000, reuse: false })
    const lines = String(streams.output.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ id, result }) => [id, result?.structuredContent.cost.paid])).toEqual(
      expect.arrayContaining([
        [0, '0.015'],
        [1, '0.015'],
      ]),
    )
    expect(server.settled.size).toBe(2)
  })
})

describe('refusals before any work', () => {
  test.each<[string, Record<string, string>, number]>([
    ['another Host', { host: 'evil.example' }, 421],
    ['the Host without its port', { host: '127.0.0.1' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['an Origin', { origin: 'https://evil.example' }, 403],
    ['the Origin null', { origin: 'null' }, 403],
    ['an Origin of our own', { origin: 'http://127.0.0.1' }, 403],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }, 403],
    ['a Referer', { referer: 'https://evil.example/' }, 403],
    ['no token', { authorization: '' }, 401],
    ['another scheme', { authorization: 'Basic abc' }, 401],
    ['a token nobody has', { authorization: `Bearer fiqp_${'A'.repeat(43)}` }, 401],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['no type', { 'content-type': '' }, 415],
    ['a compressed body', { 'content-encoding': 'gzip' }, 415],
  ])('error: %s', async (_, headers, status) => {
    const { url, token, server } = await scene()
    const reply = await raw(url, '/tools/quotes', token, headers)
    expect(reply.status).toBe(status)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
    expect(server.unpaidCount()).toBe(0)
  })

  test.each<[string, string, string, number]>([
    ['OPTIONS', 'OPTIONS', '/tools/quotes', 403],
    ['GET of what costs', 'GET', '/tools/quotes', 405],
    ['PUT', 'PUT', '/api/graphql', 405],
    ['another path', 'POST', '/devnet/faucet', 404],
    ['a path that climbs', 'GET', '/healthz/../api/v1/credits', 404],
    ['a whole address', 'GET', 'http://evil.example/healthz', 404],
    ['an address without a scheme', 'GET', '//evil.example/healthz', 404],
    ['a tool there is not', 'POST', '/tools/nothing', 404],
  ])('error: %s', async (_, method, path, status) => {
    const { url, token, server } = await scene()
    const reply = await raw(url, path, token, {}, method)
    expect([reply.status, reply.headers['allow'] !== undefined]).toEqual([status, status === 405])
    expect(server.unpaidCount()).toBe(0)
  })

  test('error: an unknown tool lists the tools of this client', async () => {
    const { post } = await scene({ client: { tools: ['quotes', 'gdp'] } })
    expect((await post('/tools/quots', {})).json.errors[0].extensions).toMatchObject({
      code: 'UNKNOWN_TOOL',
      facts: ['Did you mean quotes?', 'Tools: quotes, gdp'],
      remedy: 'Use one of the tools named.',
    })
  })

  test('behavior: /health returns no details, without a token', async () => {
    const { url } = await scene()
    const reply = await fetch(`${url}/health`)
    expect([reply.status, await reply.text()]).toEqual([204, ''])
  })

  test('error: every other path requires a token, even unknown ones', async () => {
    const { url, server } = await scene()
    const requests = [
      ...['/api/graphql', '/api/v1/price', '/tools/quotes', '/mcp', '/health', '/nothing'].map(
        (path) => ['POST', path] as const,
      ),
      ...[...freePages, '/', '/mcp', '/health/', '/health?x'].map((path) => ['GET', path] as const),
    ]
    for (const [method, path] of requests)
      expect([path, (await raw(url, path, '', { authorization: '' }, method)).status]).toEqual([
        path,
        path === '/health?x' ? 204 : 401,
      ])
    expect(server.unpaidCount()).toBe(0)
  })

  test('behavior: forwards only printable headers of the server', async () => {
    const odd = { 'X-Request-Id': 'caf\u00e9', 'X-Fiq-Data': 'a\tb', RateLimit: 'x'.repeat(5_000) }
    const { quotes } = await scene({
      mode: {
        paid: (response) =>
          send(response, 200, '{"data":{}}', {
            ...odd,
            'content-type': 'application/json; caf\u00e9',
            'Retry-After': '7',
          }),
      },
    })
    const { status, headers } = await quotes('A')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(Object.keys(odd).filter((name) => headers.has(name))).toEqual([])
    expect(headers.get('retry-after')).toBe('7')
  })

  test('error: refuses more concurrent requests than the limit', async () => {
    const { post, server, token, url } = await scene({ mode: { unpaid() {} } })
    // Requests of one client have a lower limit of their own; free requests have only this one.
    const pages = Array.from({ length: inFlightMax }, () =>
      fetch(`${url}/llms.txt`, { headers: { authorization: `Bearer ${token}` } }).catch(() => {}),
    )
    await expect
      .poll(async () => (await post('/api/v1/price', { query: '{ free }' })).status)
      .toBe(429)
    await server.close()
    await Promise.all(pages)
    expect((await post('/api/v1/price', { query: '{ free }' })).status).toBe(200)
  })

  test('behavior: counts the calls of a batch one by one, and limits them', async () => {
    const { post, server, lines } = await scene()
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'quotes', arguments: { tickers: [`T${id}`] } },
    })
    const batch = (length: number) =>
      post(
        '/mcp',
        Array.from({ length }, (_, id) => call(id)),
        {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
      )
    expect((await batch(3)).status).toBe(200)
    expect(lines.filter((line) => line.includes(' ann mcp quotes 200 asked'))).toHaveLength(3)
    expect((await batch(21)).status).toBe(400)
    expect(server.settled.size).toBe(3)
  })

  test('error: refuses a body above the limit, and a body that is not JSON', async () => {
    const { post } = await scene()
    const large = await post('/api/graphql', `"${'x'.repeat(1_048_577)}"`)
    expect(large.json.errors[0].extensions.code).toBe('BODY_TOO_LARGE')
    for (const text of ['{', '', 'null', '[]', '"a"'])
      expect((await post('/api/graphql', text)).status).toBe(400)
  })

  test.each([
    ['two lengths', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths that differ', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['two Hosts', 'Host: evil.example\r\nContent-Length: 2\r\n\r\n{}'],
    ['headers without end', `X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a broken header', 'X A: 1\r\n\r\n'],
  ])('error: %s', async (_, rest) => {
    const { url, token, server } = await scene()
    const { host, port } = new URL(url)
    const head = `POST /tools/quotes HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
    expect(await spoken(Number(port), head + rest)).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(server.unpaidCount()).toBe(0)
  })

  test('error: refuses a WebSocket', async () => {
    const { url } = await scene()
    const { host, port } = new URL(url)
    const head = `GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await spoken(Number(port), head)).toMatch(/^HTTP\/1.1 403 /)
  })

  test('behavior: refuses a token as soon as it is revoked', async () => {
    const { quotes, proxy } = await scene()
    expect((await quotes('A')).status).toBe(200)
    await proxy.clients.revoke('ann')
    expect((await quotes('B')).status).toBe(401)
  })
})

describe('listening', () => {
  test('behavior: a Unix socket is only for the user, and replaces a leftover one', async () => {
    const socket = join(mkdtempSync(join(tmpdir(), 'fiq-socket-')), 's')
    const dead = createServer().listen(socket)
    await new Promise((resolve) => dead.once('listening', resolve))
    // Node removes the socket file when it closes, so another file replaces it here.
    const first = await scene({ options: { socket: `${socket}1` } })
    expect((statSync(`${socket}1`).mode & 0o777).toString(8)).toBe('600')
    const { port } = new URL(first.url)
    const reply = await overSocket(`${socket}1`, `127.0.0.1:${port}`, first.token)
    // The host name of a request over a socket. The same name is refused over the port.
    expect(await overSocket(`${socket}1`, 'localhost', first.token)).toBe(200)
    expect(await overSocket(`${socket}1`, 'evil.example', first.token)).toBe(421)
    expect((await raw(first.url, '/tools/quotes', first.token, { host: 'localhost' })).status).toBe(
      421,
    )
    expect(reply).toBe(200)
    await expect(scene({ options: { socket } })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
    expect(existsSync(socket)).toBe(true)
    dead.close()
  })

  test('behavior: replaces the socket of a killed process, but not a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiq-socket-'))
    const [socket, file] = [join(folder, 's'), join(folder, 'f')]
    const listen = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', listen, socket])
    expect(statSync(socket).isSocket()).toBe(true)
    const { url, token } = await scene({ options: { socket } })
    expect(await overSocket(socket, `127.0.0.1:${new URL(url).port}`, token)).toBe(200)
    writeFileSync(file, 'mine')
    await expect(scene({ options: { socket: file } })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('error: does not use a program that already listens on the port', async () => {
    const requests: string[] = []
    const other = createServer((request, response) => {
      requests.push(String(request.url))
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => other.close())
    const { port } = other.address() as AddressInfo
    await expect(scene({ options: { port } })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: ['Another program listens there; no request was sent to it.'],
    })
    expect(requests).toEqual([])
  })

  test('error: refuses an address from the environment', async () => {
    await expect(scene({ world: { serverUrlFrom: 'FIQ_URL' } })).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: ['Given by: FIQ_URL'],
    })
  })

  test('behavior: --open prints working settings without a token', async () => {
    const { lines, path, untilPrinted } = await scene({ options: { open: true } })
    await untilPrinted('# curl')
    const all = lines.join('')
    expect(all).toContain(`curl -H @${path}/proxy/local.header`)
    expect(all).not.toMatch(/fiqp_/)
    expect((statSync(join(path, 'proxy/local.header')).mode & 0o777).toString(8)).toBe('600')
  })
})

async function scene(terms: SceneTerms = {}) {
  const made = await proxyScene(terms)
  cleanups.push(() => made.close())
  return made
}

/** Sends a request with headers that `fetch` does not allow. An empty value removes the header. */
function raw(
  url: string,
  path: string,
  token: string,
  headers: Record<string, string>,
  method = 'POST',
): Promise<{ status: number; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(url)
  const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const sending = httpRequest({ hostname, port, path, method, headers: sent }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    sending.once('error', reject)
    sending.end(method === 'GET' ? undefined : '{"tickers":["A"]}')
  })
}

function spoken(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let all = ''
    socket.on('data', (chunk) => {
      all += chunk
      socket.end()
    })
    socket.on('close', () => resolve(all))
    socket.on('error', () => resolve(all))
    socket.write(text)
  })
}

function overSocket(socketPath: string, host: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sending = httpRequest(
      { socketPath, path: '/tools/quotes', method: 'POST', headers },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sending.once('error', reject)
    sending.end('{"tickers":["A"]}')
  })
}

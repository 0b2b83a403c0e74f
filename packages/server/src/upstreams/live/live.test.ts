import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { steadyMs } from '../../scheduling/steady-ms.ts'
import type { UpstreamRequest } from '../transport.ts'
import { dailyQuotas } from './daily-quotas.ts'
import { type LivePorts, liveTransport } from './live.ts'

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** A local upstream that responds for every host name with the current behaviour. */
let behave: Behaviour = (_request, response) => response.end('{}')
let seen: { host: string; url: string; headers: IncomingMessage['headers'] }[] = []
const server = createServer((request, response) => {
  seen.push({
    host: request.headers.host ?? '',
    url: request.url ?? '',
    headers: request.headers,
  })
  behave(request, response)
})
let dispatcher: Agent
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  dispatcher = new Agent({
    connect(_options, callback) {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => callback(null, socket))
      socket.once('error', (error) => callback(error, null))
    },
  })
})
afterAll(async () => {
  await dispatcher.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let clock = Date.parse('2026-11-18T17:00:00Z')
let waits: number[] = []
beforeEach(() => {
  seen = []
  waits = []
})
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
const tempFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'))
  folders.push(folder)
  return folder
}

const secrets: Record<string, string> = {
  FRED_API_KEY: 'fred-secret',
  SEC_USER_AGENT: 'Example Company admin@example.org',
}
const live = (parts: Partial<LivePorts> = {}) =>
  liveTransport({
    hosts: new Set([
      'x.org',
      'y.org',
      'api.stlouisfed.org',
      'data.sec.gov',
      'finnhub.io',
      'api.imf.org',
    ]),
    upstreamKeyOf: (variable) => secrets[variable],
    now: () => new Date(clock),
    wait: async (ms) => {
      waits.push(ms)
      clock += ms
    },
    dispatcher,
    ...parts,
  })
const get = (url: string, rest: Partial<UpstreamRequest> = {}, parts: Partial<LivePorts> = {}) =>
  live(parts).fetch({ url: new URL(url), expects: 'json', ...rest })
const json = (response: ServerResponse, body: unknown, headers = {}) =>
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))

describe('answers', () => {
  test('default: returns the decoded body with the time of the upstream', async () => {
    behave = (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'last-modified': 'Wed, 18 Nov 2026 10:00:00 GMT',
        })
        .end(gzipSync('{"a":1}'))
    const answer = await get('https://x.org/a?b=1', { headers: { accept: 'application/json' } })
    expect(Buffer.from(answer.body).toString()).toBe('{"a":1}')
    expect(answer).toMatchObject({
      mode: 'live',
      asOf: '2026-11-18T10:00:00.000Z',
      retrievedAt: new Date(clock).toISOString(),
    })
    expect(seen).toMatchObject([
      { host: 'x.org', url: '/a?b=1', headers: { accept: 'application/json' } },
    ])
  })

  test('behavior: times requests of a server by the monotonic clock', async () => {
    behave = (_request, response) => json(response, { a: 1 })
    for (let count = 0; count < 3; count += 1)
      expect(await get('https://x.org/a', {}, { nowMs: steadyMs })).toMatchObject({ mode: 'live' })
  })

  test('behavior: reads an unchanged response from disk, with its original times', async () => {
    behave = (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else json(response, { a: 1 }, { etag: '"1"' })
    }
    const cacheDir = tempFolder()
    const first = await get('https://x.org/a', {}, { cacheDir })
    clock += 60_000
    const second = await get('https://x.org/a', {}, { cacheDir })
    expect(second).toEqual({ ...first, body: expect.anything() })
    expect(Buffer.from(second.body)).toEqual(Buffer.from(first.body))
    expect(seen).toHaveLength(2)
  })

  test('behavior: stores a response on disk no longer than its host allows', async () => {
    behave = (_request, response) => json(response, { a: 1 }, { etag: '"1"' })
    const cacheDir = tempFolder()
    const diskDaysMax = (host: string) => (host === 'x.org' ? 1 : 0)
    for (const laterMs of [0, 23 * 3_600_000, 25 * 3_600_000]) {
      clock += laterMs
      await get('https://x.org/a', {}, { cacheDir, diskDaysMax })
    }
    await get('https://y.org/a', {}, { cacheDir, diskDaysMax })
    const asked = seen.map(({ host, headers }) => [host, headers['if-none-match']])
    expect(asked).toEqual([
      ['x.org', undefined],
      ['x.org', '"1"'],
      ['x.org', undefined],
      ['y.org', undefined],
    ])
    expect(readdirSync(cacheDir)).toEqual(['x.org'])
  })

  test('error: does not store a response that a parser refused on disk', async () => {
    behave = (request, response) => {
      if (request.headers['if-modified-since'] !== undefined) response.writeHead(304).end()
      else json(response, { a: 1 }, { 'last-modified': 'Wed, 18 Nov 2026 10:00:00 GMT' })
    }
    const transport = live({ cacheDir: tempFolder() })
    const request = { url: new URL('https://x.org/a'), expects: 'json' } as const
    await transport.fetch(request)
    transport.forget?.(request)
    await transport.fetch(request)
    expect(seen.map(({ headers }) => headers['if-modified-since'])).toEqual([undefined, undefined])
  })

  test('behavior: sends the body of a POST once', async () => {
    behave = (_request, response) => response.writeHead(503).end()
    const post = get('https://x.org/p', { method: 'POST', body: '{}' })
    await expect(post).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(seen).toHaveLength(1)
  })
})

describe('keys', () => {
  test('behavior: sends a key only to its own host', async () => {
    behave = (request, response) => {
      if (request.headers.host === 'api.stlouisfed.org')
        response.writeHead(302, { location: 'https://y.org/moved' }).end()
      else json(response, {})
    }
    const cacheDir = tempFolder()
    await get('https://api.stlouisfed.org/fred?series_id=GDP', {}, { cacheDir })
    expect(seen.map(({ host, url }) => host + url)).toEqual([
      'api.stlouisfed.org/fred?series_id=GDP&api_key=fred-secret',
      'y.org/moved',
    ])
    expect(JSON.stringify(seen[1])).not.toContain('secret')
    behave = (_request, response) => json(response, {}, { etag: '"1"' })
    await get('https://api.stlouisfed.org/fred?series_id=GDP', {}, { cacheDir })
    const folder = join(cacheDir, 'api.stlouisfed.org')
    const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(written).toHaveLength(1)
    expect(written.join()).not.toContain('secret')
  })

  test('behavior: requests to the SEC name the contact', async () => {
    behave = (_request, response) => json(response, {})
    await get('https://data.sec.gov/submissions/CIK1.json')
    expect(seen[0]?.headers['user-agent']).toBe('Example Company admin@example.org')
  })

  test('error: refuses a contact that no header can hold, each time', async () => {
    const upstreamKeyOf = () => 'Łukasz Nowak lukasz@example.org'
    for (const id of [1, 2])
      await expect(
        get(`https://data.sec.gov/submissions/CIK${id}.json`, {}, { upstreamKeyOf }),
      ).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    expect(seen).toEqual([])
  })

  test('behavior: accepts status 203, which comes from a copy of the source', async () => {
    behave = (_request, response) =>
      response.writeHead(203, { 'content-type': 'application/json' }).end('{"s":"ok"}')
    const { body } = await get('https://y.org/a')
    expect(new TextDecoder().decode(body)).toBe('{"s":"ok"}')
  })

  test('behavior: renews a session of Yahoo when it is refused, and sends it only to its host', async () => {
    let crumbs = 0
    behave = (request, response) => {
      if (request.headers.host === 'fc.yahoo.com')
        response.writeHead(404, { 'set-cookie': 'A3=secret-cookie; Secure' }).end()
      else if (request.url === '/v1/test/getcrumb') {
        crumbs += 1
        response.writeHead(200).end(`crumb${crumbs}`)
      } else if (request.url?.endsWith('crumb1')) response.writeHead(401).end()
      else if (request.headers.host === 'y.org') json(response, {})
      else response.writeHead(302, { location: 'https://y.org/a' }).end()
    }
    const hosts = new Set(['fc.yahoo.com', 'query1.finance.yahoo.com', 'y.org'])
    await get('https://query1.finance.yahoo.com/v7/finance/quote?symbols=A', {}, { hosts })
    expect(seen.map(({ host, url }) => host + url)).toEqual([
      'fc.yahoo.com/',
      'query1.finance.yahoo.com/v1/test/getcrumb',
      'query1.finance.yahoo.com/v7/finance/quote?symbols=A&crumb=crumb1',
      'fc.yahoo.com/',
      'query1.finance.yahoo.com/v1/test/getcrumb',
      'query1.finance.yahoo.com/v7/finance/quote?symbols=A&crumb=crumb2',
      'y.org/a',
    ])
    expect(seen[5]?.headers['cookie']).toBe('A3=secret-cookie')
    expect(JSON.stringify(seen[6])).not.toContain('secret')
  })

  test('behavior: requests for a session of Yahoo wait for their turns and count in the day', async () => {
    behave = (request, response) => {
      if (request.headers.host === 'fc.yahoo.com')
        response.writeHead(404, { 'set-cookie': 'A3=cookie; Secure' }).end()
      else if (request.url === '/v1/test/getcrumb') response.writeHead(200).end('crumb1')
      else json(response, {})
    }
    const hosts = new Set(['fc.yahoo.com', 'query1.finance.yahoo.com'])
    const group = { perSecond: 0.3, burst: 2, group: 'yahoo.com', patienceMs: 4_000 }
    const rules = (perDay: number) =>
      Object.fromEntries([...hosts].map((host) => [host, { ...group, perDay }]))
    const quote = (perDay: number) =>
      get(
        'https://query1.finance.yahoo.com/v7/finance/quote?symbols=A',
        {},
        { hosts, rules: rules(perDay), quotas: dailyQuotas() },
      )
    await quote(3)
    expect(seen).toHaveLength(3)
    expect(waits).toEqual([expect.closeTo(3_333, 0)])
    await expect(quote(2)).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    expect(seen).toHaveLength(4)
  })

  test('error: does not query a host without its key; an error never repeats one', async () => {
    await expect(get('https://finnhub.io/x')).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: 'finnhub.io needs FINNHUB_API_KEY.',
    })
    expect(seen).toEqual([])
    // An optional key raises limits; the host works without it.
    await get('https://api.imf.org/x')
    expect(seen[0]?.host).toBe('api.imf.org')
    for (const status of [400, 401, 403, 500]) {
      behave = (_request, response) => response.writeHead(status).end('fred-secret')
      const error = await get('https://api.stlouisfed.org/fred').catch((error: unknown) => error)
      expect(error).toBeInstanceOf(FiqError)
      expect(JSON.stringify(error) + (error as Error).stack).not.toContain('secret')
    }
  })
})

describe('egress', () => {
  const hops: [string, string][] = [
    ['a foreign host', 'https://evil.example/a'],
    ['plain HTTP', 'http://y.org/a'],
    ['another port', 'https://y.org:8443/a'],
    ['an address of this machine', 'https://127.0.0.1/a'],
    ['no address', 'https://'],
    ['itself for ever', 'https://x.org/a'],
  ]
  test.each(hops)('error: does not follow a redirect to %s', async (_name, location) => {
    behave = (_request, response) => response.writeHead(302, { location }).end()
    await expect(get('https://x.org/a')).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
    expect(new Set(seen.map(({ host }) => host))).toEqual(new Set(['x.org']))
  })

  test.each(['https://evil.example/a', 'http://x.org/a', 'https://u:p@x.org/a'])(
    'error: does not query %s',
    async (url) => {
      await expect(get(url)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
      expect(seen).toEqual([])
    },
  )
})

describe('misbehaviour', () => {
  const cases: [string, string, number, Behaviour][] = [
    [
      'HTML with 200',
      'UPSTREAM_CHANGED',
      1,
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('<html>429</html>'),
    ],
    ['an empty body', 'UPSTREAM_CHANGED', 1, (_request, response) => response.writeHead(200).end()],
    [
      'a truncated body',
      'UPSTREAM_UNAVAILABLE',
      3,
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"a":', () => response.destroy())
      },
    ],
    ['a reset', 'UPSTREAM_UNAVAILABLE', 3, (request) => request.socket.destroy()],
    [
      'a huge body',
      'UPSTREAM_CHANGED',
      1,
      (_request, response) => json(response, 'x'.repeat(200_000)),
    ],
    [
      'a bomb',
      'UPSTREAM_CHANGED',
      1,
      (_request, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync('x'.repeat(5_000_000))),
    ],
    [
      'an unknown encoding',
      'UPSTREAM_CHANGED',
      1,
      (_request, response) => json(response, {}, { 'content-encoding': 'br' }),
    ],
    [
      'status 500',
      'UPSTREAM_UNAVAILABLE',
      3,
      (_request, response) => response.writeHead(500).end(),
    ],
    [
      'status 403',
      'UPSTREAM_UNAVAILABLE',
      3,
      (_request, response) => response.writeHead(403).end(),
    ],
    ['status 404', 'NOT_FOUND', 1, (_request, response) => response.writeHead(404).end('{}')],
    ['status 204', 'NOT_FOUND', 1, (_request, response) => response.writeHead(204).end()],
    ['status 418', 'UPSTREAM_CHANGED', 1, (_request, response) => response.writeHead(418).end()],
    ['status 401', 'NOT_CONFIGURED', 1, (_request, response) => response.writeHead(401).end()],
  ]
  test.each(cases)(
    'error: %s gives %s after %i attempts',
    async (_name, code, attempts, behaviour) => {
      behave = behaviour
      const limits = { bodyBytesMax: 100_000 }
      await expect(get('https://x.org/a', {}, { limits })).rejects.toMatchObject({ code })
      expect(seen).toHaveLength(attempts)
      expect(waits).toEqual([200, 400].slice(0, attempts - 1))
    },
  )

  test('behavior: a notice of the source in a refusal is its error, and no fault', async () => {
    const unknown = '{"error_code":400,"error_message":"Bad Request.  The series does not exist."}'
    behave = (_request, response) => response.writeHead(400).end(unknown)
    const transport = live()
    const url = new URL('https://api.stlouisfed.org/fred/series?series_id=NONE')
    const noticeOf = (text: string) =>
      text.includes('series does not exist') ? new FiqError('NOT_FOUND', 'None.') : undefined
    const request = { url, expects: 'json', noticeOf } as const
    for (let count = 0; count < 10; count += 1)
      await expect(transport.fetch(request)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    behave = (_request, response) => json(response, { a: 1 })
    await expect(transport.fetch(request)).resolves.toMatchObject({ mode: 'live' })
    behave = (_request, response) => response.writeHead(400).end('{"error_code":400}')
    await expect(transport.fetch(request)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })

  test('behavior: retries a transient failure', async () => {
    behave = (_request, response) =>
      seen.length < 3 ? response.writeHead(502).end() : json(response, { a: 1 })
    expect(Buffer.from((await get('https://x.org/a')).body).toString()).toBe('{"a":1}')
  })

  test('error: aborts a slow upstream within its budget', async () => {
    behave = () => undefined
    const limits = { timeoutMs: 60, attemptsMax: 1 }
    const started = performance.now()
    await expect(get('https://x.org/slow', {}, { limits })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'x.org did not answer in time.',
    })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('error: reports an unreachable upstream', async () => {
    const nowhere = new Agent({
      connect: (_options, callback) => callback(new Error('ECONNREFUSED'), null),
    })
    await expect(get('https://x.org/a', {}, { dispatcher: nowhere })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
  })
})

describe('pace', () => {
  test('error: reports the failure if the pace of the host allows no retry in time', async () => {
    behave = (_request, response) => response.writeHead(500).end()
    const rules = { 'x.org': { perSecond: 0.3, burst: 2, userAgent: 'fiq' } }
    const asked = live({ rules }).fetch({ url: new URL('https://x.org/a'), expects: 'json' })
    await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(seen).toHaveLength(2)
  })

  test('behavior: a slow host has a longer time limit, others do not', async () => {
    behave = (_request, response) => void setTimeout(() => json(response, { a: 1 }), 400)
    const rules = { 'x.org': { perSecond: 9, burst: 9, timeoutMs: 5_000 } }
    const transport = live({ rules, limits: { timeoutMs: 100 } })
    const fetched = (host: string) =>
      transport.fetch({ url: new URL(`https://${host}/a`), expects: 'json' })
    const [slow, fast] = await Promise.allSettled([fetched('x.org'), fetched('y.org')])
    expect(slow).toMatchObject({ value: { mode: 'live' } })
    expect(fast).toMatchObject({ reason: { message: 'y.org did not answer in time.' } })
  })

  const refused: Behaviour = (_request, response) => void response.writeHead(403).end()

  test('behavior: reports an exhausted daily cap with its number, and sends no request', async () => {
    behave = (_request, response) => json(response, { a: 1 })
    const rules = { 'x.org': { perSecond: 100, burst: 100, perDay: 2 } }
    const transport = live({ rules })
    const ask = () => transport.fetch({ url: new URL('https://x.org/a'), expects: 'json' })
    await ask()
    await ask()
    await expect(ask()).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      facts: [
        'Reason: the 2 requests of the day are used up; the next are possible at midnight UTC',
      ],
    })
    expect(seen).toHaveLength(2)
  })

  test('behavior: other requests leave the request of the daily table', async () => {
    behave = (_request, response) => json(response, { a: 1 })
    const rules = { 'x.org': { perSecond: 100, burst: 100, perDay: 2, ofTablesPerDay: 1 } }
    const { fetch } = live({ rules })
    const ask = (path: string, rest = {}) =>
      fetch({ url: new URL(`https://x.org/${path}`), expects: 'json', ...rest })
    await ask('a')
    await expect(ask('b')).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    await ask('table', { perDay: 1 })
    expect(seen.map(({ url }) => url)).toEqual(['/a', '/table'])
  })

  test('behavior: an owner who refused is not queried for an hour, others are', async () => {
    behave = refused
    const restingOwnerOf = (host: string) => (host === 'x.org' ? 'somebody' : undefined)
    const transport = live({ restingOwnerOf })
    const ask = (host: string) =>
      transport.fetch({ url: new URL(`https://${host}/a`), expects: 'json' })
    await expect(ask('x.org')).rejects.toMatchObject({
      facts: [expect.stringMatching(/^Reason: somebody/)],
    })
    expect(seen).toHaveLength(1)
    behave = (_request, response) => json(response, { a: 1 })
    await expect(ask('x.org')).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    await ask('y.org')
    clock += 3_600_000
    await ask('x.org')
    expect(seen.map(({ host }) => host)).toEqual(['x.org', 'y.org', 'x.org'])
  })

  test('behavior: requests that ran or waited at the refusal do not end the pause', async () => {
    const held: ServerResponse[] = []
    behave = (_request, response) => void held.push(response)
    let proceed = () => {}
    const waited = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const wait = vi.fn(() => waited)
    const rules = { 'x.org': { perSecond: 2, burst: 2 } }
    const transport = live({ restingOwnerOf: () => 'somebody', rules, wait })
    const ask = () => transport.fetch({ url: new URL('https://x.org/a'), expects: 'json' })
    const asked = [ask(), ask(), ask()]
    await vi.waitFor(() => expect(held).toHaveLength(2))
    held[0]!.writeHead(403).end()
    await vi.waitFor(() => expect(wait).toHaveBeenCalledTimes(2))
    json(held[1]!, { a: 1 })
    await asked[1]
    proceed()
    await expect(asked[0]).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    await expect(asked[2]).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    expect(seen).toHaveLength(2)
  })

  test('behavior: waits after a 429 with a short Retry-After', async () => {
    behave = (_request, response) =>
      seen.length === 1
        ? response.writeHead(429, { 'retry-after': '1' }).end()
        : json(response, { a: 1 })
    const started = clock
    await get('https://x.org/a')
    expect(seen).toHaveLength(2)
    expect(clock - started).toBe(1_000)
  })

  test('error: reports a 429 with a long wait immediately, and sends no request until then', async () => {
    behave = (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end()
    const { fetch } = live()
    const request = { url: new URL('https://x.org/a'), expects: 'json' } as const
    for (let count = 0; count < 3; count += 1)
      await expect(fetch(request)).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    expect(seen).toHaveLength(1)
    behave = (_request, response) => json(response, {})
    clock += 61_000
    await fetch(request)
    expect(seen).toHaveLength(2)
  })

  test('error: does not query an operation that keeps failing, but others', async () => {
    behave = (request, response) =>
      request.url?.startsWith('/bad/') ? response.writeHead(500).end() : json(response, {})
    const { fetch } = live()
    const ask = (path: string) =>
      fetch({ url: new URL(`https://x.org${path}`), expects: 'json', bulk: true })
    for (const path of ['/bad/1', '/bad/2', '/bad/3'])
      await expect(ask(path)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(seen).toHaveLength(5)
    await ask('/good/1')
    clock += 30_000
    behave = (_request, response) => json(response, {})
    await ask('/bad/1')
    expect(seen).toHaveLength(7)
  })
})

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localUpstream } from '../testing/local-upstream.ts'
import type { UpstreamRequest } from '../transport.ts'
import type { PullEvent, PullPorts } from './downloads.ts'
import { mirrorTransport } from './mirror.ts'
import { loadMirrorFolder } from './mirror-folder.ts'
import { readMirrorIndex } from './mirror-index.ts'
import { pullingTransport } from './pulling.ts'

let upstream: Awaited<ReturnType<typeof localUpstream>>
beforeAll(async () => {
  upstream = await localUpstream((_request, response) => response.end())
})
afterAll(() => upstream.close())

let root = ''
let clock = 0
let waits: number[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pulling-'))
  clock = Date.parse('2026-11-18T17:00:00Z')
  waits = []
})
afterEach(() => rmSync(root, { recursive: true }))

/** Runs a pull over the folder, and records the outcomes of the files. */
async function opened(parts: Partial<PullPorts & { freshMs: number }> = {}) {
  const events: string[] = []
  const folder = await loadMirrorFolder(root, () => clock)
  const transport = pullingTransport(folder, {
    hosts: new Set(['x.org', 'y.org', 'api.fda.gov']),
    upstreamKeyOf: (variable) => (variable === 'FDA_API_KEY' ? 'fda-secret' : undefined),
    dispatcher: upstream.dispatcher,
    now: () => new Date(clock),
    wait: async (ms) => {
      waits.push(ms)
      clock += ms
    },
    signal: new AbortController().signal,
    freshMs: 0,
    on: (event: PullEvent) => void (event.kind !== 'bytes' && events.push(event.kind)),
    ...parts,
  })
  const get = async (url: string, rest: Partial<UpstreamRequest> = {}) => {
    const answer = await transport.fetch({ url: new URL(url), expects: 'csv', ...rest })
    return Buffer.from(answer.body).toString()
  }
  return { get, events, folder }
}

const file = (path: string) => readFileSync(join(root, path))
const plain = { 'content-type': 'text/csv' }
const long = `a,b\n${'1,2\n'.repeat(50_000)}`

/** Serves a text with ranges and an ETag. */
function serving(text: string, etag: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    if (start === undefined || request.headers['if-range'] !== etag)
      return void response.writeHead(200, { ...plain, etag }).end(text)
    const range = `bytes ${start}-${text.length - 1}/${text.length}`
    response
      .writeHead(206, { ...plain, etag, 'content-range': range })
      .end(text.slice(Number(start)))
  }
}

/** Sends the first half of a text and then nothing; see `breakOff`. */
function halting(text: string, etag: string) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { ...plain, etag, 'content-length': text.length })
    response.write(text.slice(0, text.length / 2))
  }
}

/** Breaks the connections when half of the text has arrived. */
function breakOff(text: string) {
  let bytes = 0
  return (event: PullEvent) => {
    if (event.kind !== 'bytes') return
    bytes += event.count
    if (bytes === text.length / 2) upstream.breakConnections()
  }
}

describe('stored files', () => {
  test('default: stores the file at its address, with its times and checksum; a mirror then answers from it', async () => {
    upstream.behaveAs((_request, response) =>
      response
        .writeHead(200, { ...plain, 'last-modified': 'Wed, 18 Nov 2026 10:00:00 GMT', etag: '"1"' })
        .end('a,b\n1,2'),
    )
    const { get, folder, events } = await opened()
    expect(await get('https://x.org/list?of=a')).toBe('a,b\n1,2')
    await folder.save()
    expect(await readMirrorIndex(root)).toEqual({
      entries: [
        {
          path: 'x.org/list%3Fof=a',
          url: 'https://x.org/list?of=a',
          asOf: '2026-11-18T10:00:00.000Z',
          retrievedAt: '2026-11-18T17:00:00.000Z',
          checkedAt: '2026-11-18T17:00:00.000Z',
          bytes: 7,
          sha256: createHash('sha256').update('a,b\n1,2').digest('hex'),
          etag: '"1"',
          lastModified: 'Wed, 18 Nov 2026 10:00:00 GMT',
          expects: 'csv',
        },
      ],
      pulled: {},
    })
    expect(events).toEqual(['fetched'])
    const url = new URL('https://x.org/list?of=a')
    expect(await mirrorTransport(root).fetch({ url, expects: 'csv' })).toMatchObject({
      mode: 'mirror',
      asOf: '2026-11-18T10:00:00.000Z',
      retrievedAt: '2026-11-18T17:00:00.000Z',
    })
  })

  test('behavior: stores a compressed response compressed; distinguishes POSTs by their body', async () => {
    upstream.behaveAs((request, response) =>
      response
        .writeHead(200, { ...plain, 'content-encoding': 'gzip' })
        .end(gzipSync(`${request.method},1`)),
    )
    const { get, folder } = await opened()
    expect(await get('https://x.org/a')).toBe('GET,1')
    expect(await get('https://x.org/a', { method: 'POST', body: '{"q":1}' })).toBe('POST,1')
    await folder.save()
    expect(existsSync(join(root, 'x.org/a.gz'))).toBe(true)
    const post = { url: new URL('https://x.org/a'), expects: 'csv', method: 'POST' } as const
    const held = await mirrorTransport(root).fetch({ ...post, body: '{"q":1}' })
    expect(Buffer.from(held.body).toString()).toBe('POST,1')
    const other = mirrorTransport(root).fetch({ ...post, body: '{"q":2}' })
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('behavior: sends a key, and never writes it', async () => {
    upstream.behaveAs((_request, response) => response.writeHead(200, plain).end('a,b'))
    const { get, folder } = await opened()
    await get('https://api.fda.gov/list')
    await folder.save()
    expect(upstream.requests[0]?.url).toBe('/list?api_key=fda-secret')
    const written = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    expect(written.join()).not.toContain('secret')
  })
})

describe('a second pull', () => {
  test('default: checks whether the file changed, and keeps the time of its receipt', async () => {
    upstream.behaveAs(serving('a,b\n1,2', '"1"'))
    const first = await opened()
    await first.get('https://x.org/a')
    await first.folder.save()
    clock += 3_600_000
    upstream.behaveAs(serving('a,b\n1,2', '"1"'))
    const second = await opened()
    await second.get('https://x.org/a')
    await second.get('https://x.org/a')
    expect(upstream.requests).toHaveLength(1)
    expect(second.events).toEqual(['unchanged'])
    expect(second.folder.entryOf('x.org/a')).toMatchObject({
      retrievedAt: '2026-11-18T17:00:00.000Z',
      checkedAt: '2026-11-18T18:00:00.000Z',
    })
    upstream.behaveAs(serving('a,b\n3,4', '"2"'))
    const third = await opened()
    expect(await third.get('https://x.org/a')).toBe('a,b\n3,4')
    expect(third.events).toEqual(['fetched'])
    expect(file('x.org/a').toString()).toBe('a,b\n3,4')
  })

  test('behavior: does not request fresh files; requests a file again that was cut on disk', async () => {
    upstream.behaveAs(serving('a,b\n1,2', '"1"'))
    const first = await opened()
    await first.get('https://x.org/a')
    await first.folder.save()
    const fresh = await opened({ freshMs: 60_000 })
    await fresh.get('https://x.org/a')
    expect(fresh.events).toEqual(['fresh'])
    writeFileSync(join(root, 'x.org/a'), 'a,b')
    const mended = await opened({ freshMs: 60_000 })
    expect(await mended.get('https://x.org/a')).toBe('a,b\n1,2')
    expect(upstream.requests).toHaveLength(2)
  })

  test('behavior: requests an address that the upstream does not know once', async () => {
    upstream.behaveAs((_request, response) => response.writeHead(404).end())
    const { get } = await opened()
    for (const _ of [1, 2])
      await expect(get('https://x.org/none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('an interrupted transfer', () => {
  test('default: continues at the same place, if the file has not changed', async () => {
    upstream.behaveAs(halting(long, '"1"'))
    const stopped = new AbortController()
    const first = await opened({
      signal: stopped.signal,
      wait: async (ms) => void (ms > 0 && stopped.abort()),
      on: breakOff(long),
    })
    await expect(first.get('https://x.org/long')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    const held = file('x.org/long.part').length
    expect(existsSync(join(root, 'x.org/long'))).toBe(false)
    upstream.behaveAs(serving(long, '"1"'))
    const second = await opened()
    expect(await second.get('https://x.org/long')).toBe(long)
    expect(held).toBe(long.length / 2)
    expect(upstream.requests.map(({ headers }) => headers['range'])).toEqual([`bytes=${held}-`])
    expect(file('x.org/long').toString()).toBe(long)
    expect(readdirSync(join(root, 'x.org'))).toEqual(['long'])
  })

  test('behavior: within one run it retries immediately; a changed file is received completely', async () => {
    const changed = long.replaceAll('1,2', '3,4')
    let times = 0
    upstream.behaveAs((request, response) => {
      times += 1
      const behave = times === 1 ? halting(long, '"1"') : serving(changed, '"2"')
      behave(request, response)
    })
    const { get } = await opened({ on: breakOff(long) })
    expect(await get('https://x.org/long')).toBe(changed)
    expect(upstream.requests[1]?.headers).toMatchObject({ range: `bytes=${long.length / 2}-` })
    expect(waits).toContain(500)
  })

  test('error: an unrequested or empty range restarts the download', async () => {
    let times = 0
    upstream.behaveAs((request, response) => {
      times += 1
      if (times === 1) return halting(long, '"1"')(request, response)
      if (times === 2 && request.headers.range)
        return void response
          .writeHead(206, { ...plain, etag: '"1"', 'content-range': 'bytes 0-1/9' })
          .end('xx')
      if (times === 3) return void response.writeHead(416).end()
      return serving(long, '"1"')(request, response)
    })
    const { get } = await opened({ on: breakOff(long) })
    expect(await get('https://x.org/long')).toBe(long)
  })
})

describe('files that are not stored', () => {
  test.each([
    ['an HTML page', 'csv', '<html>Too many requests</html>'],
    ['an empty body', 'csv', ''],
    ['JSON that is cut', 'json', '{"a":[1,2'],
    ['XML that is cut', 'xml', '<a><b>'.slice(0, 5)],
    ['an archive that is cut', 'binary', 'PK\u0003\u0004rest'],
  ] as const)('error: %s', async (_name, expects, body) => {
    upstream.behaveAs((_request, response) => response.writeHead(200).end(body))
    const { get, folder } = await opened()
    await expect(get('https://x.org/a', { expects })).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
    })
    expect(folder.entryOf('x.org/a')).toBeUndefined()
    expect(readdirSync(root, { recursive: true })).not.toContain('x.org/a')
  })

  test("error: waits at a limit for the upstream's time", async () => {
    let times = 0
    upstream.behaveAs((_request, response) => {
      times += 1
      if (times === 1) response.writeHead(429, { 'retry-after': '40' }).end()
      else response.writeHead(200, plain).end('a,b')
    })
    const { get } = await opened()
    expect(await get('https://x.org/a')).toBe('a,b')
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(40_000)
  })

  test('error: an unwritable folder is not an error of the upstream, and is not retried', async () => {
    upstream.behaveAs((_request, response) => response.writeHead(200, plain).end('a,b'))
    writeFileSync(join(root, 'x.org'), 'in the way')
    const { get } = await opened()
    await expect(get('https://x.org/a')).rejects.toMatchObject({ code: 'OUTPUT_FAILED' })
    expect(upstream.requests).toHaveLength(1)
  })
})

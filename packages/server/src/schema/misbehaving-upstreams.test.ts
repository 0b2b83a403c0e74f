import type { IncomingMessage, ServerResponse } from 'node:http'
import { FiqError } from '@fiq/shared/errors'
import { execute, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors, upstreamHosts } from '../connectors/connectors.ts'
import { openConnectorContext } from '../connectors/context.ts'
import { noFiles } from '../files/no-files.ts'
import { type Question, questionsOf } from '../mirror/area-questions.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { liveTransport } from '../upstreams/live.ts'
import { type Behaviour, localUpstream } from '../upstreams/testing/local-upstream.ts'
import { buildSchema } from './build-schema.ts'
import type { ExecutionContext } from './resolver.ts'

/**
 * Every connector, live, with every source switched on, against upstreams that misbehave over HTTP.
 * The list of filers alone is sound, so that entities are found.
 */
const schema = buildSchema(connectors)
const chosen = {
  tickers: ['AAPL'],
  ciks: ['0000320193'],
  countries: ['USA'],
  series: ['GDP'],
  names: ['Apple'],
}
const questions = firstOfEach(
  connectors.flatMap((connector) => questionsOf(schema, connector, chosen)),
)

const bodyBytesMax = 2 ** 20
const answering =
  (body: string, type: string): Behaviour =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type, etag: '"1"' }).end(body)
const page = '<!DOCTYPE html><html><body>Too Many Requests</body></html>'
const behaviours: Readonly<Record<string, Behaviour>> = {
  'HTML with 200': answering(page, 'text/html'),
  'HTML as JSON': answering(page, 'application/json'),
  'an error with 200': answering('{"error":{"code":"Unauthorized"}}', 'application/json'),
  'a body cut short': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"data":[', () => response.destroy())
  },
  'JSON cut short': answering('{"data":[{"a":1', 'application/json'),
  'an empty body': answering('', 'application/json'),
  '429 with Retry-After': (_request, response) =>
    void response.writeHead(429, { 'retry-after': '60' }).end(),
  'status 500': (_request, response) => void response.writeHead(500).end('{}'),
  silence: () => {},
  'a picture': answering('GIF89a\u0001\u0000', 'image/gif'),
  'a body without end': answering(`"${'x'.repeat(bodyBytesMax)}"`, 'application/json'),
}

const filers = JSON.stringify({
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: [
    [320_193, 'Apple Inc.', 'AAPL', 'Nasdaq'],
    ...Array.from({ length: 6_000 }, (_, at) => [9_000_000 + at, `Filer ${at}`, `ZZ${at}`, 'OTC']),
  ],
})

let upstream: Awaited<ReturnType<typeof localUpstream>>
beforeAll(async () => {
  upstream = await localUpstream((_request, response) => void response.end())
})
afterAll(() => upstream.close())

describe.each(Object.entries(behaviours))('upstreams that answer with %s', (_name, behave) => {
  test('error: every field fails with a code and invents nothing', async () => {
    let clock = Date.parse('2026-11-18T17:00:00Z')
    const pass = (ms: number) => {
      clock += ms
    }
    upstream.behaveAs(soundFilersElse(behave))
    const wrong: string[] = []
    for (const { text, path } of questions) {
      const faults = await asking(() => clock, pass)(text)
      wrong.push(...faults.map((fault) => `${path}: ${fault}`))
    }
    expect(wrong).toEqual([])
    expect(upstream.asked.filter(({ url }) => !isFilers(url)).length).toBeGreaterThan(0)
  }, 60_000)
})

const isFilers = (url: string) => url.endsWith('/company_tickers_exchange.json')

function soundFilersElse(behave: Behaviour): Behaviour {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!isFilers(request.url ?? '')) return behave(request, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(filers)
  }
}

/** A server's sources as they are live; what is wrong with an answer of them. */
function asking(nowMs: () => number, pass: (ms: number) => void) {
  const now = () => new Date(nowMs())
  const live = liveTransport({
    hosts: upstreamHosts(),
    keyOf: () => 'key',
    now,
    wait: async (ms) => pass(ms),
    dispatcher: upstream.dispatcher,
    limits: {
      timeoutMs: 40,
      bulkTimeoutMs: 400,
      attemptsMax: 1,
      bodyBytesMax,
      bulkBodyBytesMax: bodyBytesMax,
    },
  })
  const context = openConnectorContext({
    upstreams: cachingTransport(live, { now, marketOpen: () => true }),
    files: noFiles,
    now,
    allowed: new Set(connectors.flatMap(({ upstreams }) => upstreams.map(({ id }) => id))),
    keyOf: () => 'key',
  })
  return async (text: string): Promise<string[]> => {
    const contextValue: ExecutionContext = { connectors: context, cite: () => undefined }
    const { data, errors = [] } = await execute({ schema, document: parse(text), contextValue })
    return [
      ...errors.flatMap(({ originalError, message }) =>
        originalError instanceof FiqError && codes.test(originalError.code) ? [] : [message],
      ),
      ...figuresIn(data).map((figure) => `says ${figure}`),
    ]
  }
}

const codes = /^(?:UPSTREAM_\w+|NOT_FOUND|NOT_CONFIGURED)$/

/** Numbers in an answer: with no upstream that gave any, each is invented. */
function figuresIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(figuresIn) : []
}

function firstOfEach(all: readonly Question[]): Question[] {
  const asked = all.filter(({ area }) => area !== 'search-entities' && area !== 'entities')
  return [...Map.groupBy(asked, ({ path }) => path).values()].map(([first]) => first as Question)
}

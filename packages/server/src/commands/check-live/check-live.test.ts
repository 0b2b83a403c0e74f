import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadQuotes } from '../../connectors/quotes/load-quotes.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { mirrorTransport } from '../../upstreams/mirror/mirror.ts'
import { interferingUpstream } from '../../upstreams/testing/interfering-upstream.ts'
import { checkLive } from './check-live.ts'
import { checkLiveCommand } from './command.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
let upstream: Awaited<ReturnType<typeof interferingUpstream>>
const folders: string[] = []
const tempFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-check-live-'))
  folders.push(folder)
  return folder
}
beforeAll(async () => {
  upstream = await interferingUpstream(now)
})
afterEach(() => upstream.answer(new Set()))
afterAll(async () => {
  await upstream.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const secret = 'a-secret-of-finnhub'
const fdaKey = 'an-optional-key'
const environment = {
  FDA_API_KEY: fdaKey,
  SEC_USER_AGENT: 'Somebody somebody@fiq.test',
  FINNHUB_API_KEY: secret,
}

/** Checks areas against a local upstream, which responds for every host like the sandbox. */
const check = (areas: readonly string[], allowed: readonly string[] = [], record?: string) =>
  checkLive(
    { areas, dataDir: tempFolder(), isPersonal: false, ...defined({ record }) },
    {
      environment,
      now,
      allowed: new Set(allowed),
      dispatcher: upstream.dispatcher,
      wait: async () => {},
    },
  )

const isOk = (source: string) => [source, 'ok']

test('default: each enabled source answers one query, read by its own parser', async () => {
  upstream.answer(new Set())
  const { checks } = await check(
    ['quotes', 'treasury-yields', 'inflation', 'macro-series'],
    ['cboe-quote', 'dbnomics'],
  )
  expect(checks.map(({ source, verdict }) => [source, verdict])).toEqual([
    ...['finnhub-quote', 'cboe-quote', 'ecb-reference-rates', 'frankfurter'].map(isOk),
    ['sec-fails-to-deliver', 'stale'],
    ...['world-bank', 'fred-graph', 'dbnomics', 'us-treasury'].map(isOk),
  ])
  expect(checks[0]).toMatchObject({ area: 'quotes', newest: '2026-11-18T17:00:00Z' })
  expect(checks.find(({ source }) => source === 'us-treasury')?.rows).toBeGreaterThan(1)
})

test('error: reports a failing source with its code and host', async () => {
  upstream.answer(new Set(), (url, response) => {
    if (url.host !== 'home.treasury.gov') return false
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Too Many Requests</html>')
    return true
  })
  const { checks } = await check(['treasury-yields'])
  expect(checks).toMatchObject([
    { verdict: 'failed', problem: expect.stringMatching(/^UPSTREAM_CHANGED: home\.treasury\.gov/) },
  ])
})

test('error: each source fails by its own host', async () => {
  upstream.answer(new Set(), (_url, response) => {
    response.writeHead(500).end()
    return true
  })
  const { checks } = await check(['gdp', 'inflation'])
  expect(checks.map(({ source, problem }) => [source, problem])).toEqual(
    [
      ['world-bank', 'api.worldbank.org'],
      ['fred-graph', 'fred.stlouisfed.org'],
      ['imf-weo', 'api.imf.org'],
    ].map(([source, host]) => [source, `UPSTREAM_UNAVAILABLE: ${host} refuses to answer.`]),
  )
})

test('behavior: stores responses without keys, in the place where a mirror and a test find them', async () => {
  upstream.answer(new Set(), (url, response) => {
    if (url.host !== 'finnhub.io') return false
    const body = { c: 101, d: 1, pc: 100, t: Math.floor(now().getTime() / 1_000), note: secret }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return true
  })
  const folder = tempFolder()
  const { recorded } = await check(['quotes'], [], folder)
  expect(recorded).toBeGreaterThan(1)
  const file = join(folder, 'finnhub.io/api/v1/quote%3Fsymbol=AAPL')
  expect(readFileSync(file, 'utf8')).toContain('"note":"REDACTED"')
  const replayed = testContext(mirrorTransport(folder), {
    now,
    enabled: ({ id }) => id === 'finnhub-quote',
  })
  const { value, provenance } = await loadQuotes(['AAPL'], replayed)
  expect(value).toMatchObject([{ price: 101, previousClose: 100 }])
  expect(provenance).toMatchObject([{ mode: 'mirror', source: 'Finnhub quotes' }])
})

test('behavior: replaces a key that a source does not require', async () => {
  upstream.answer(new Set(), (url, response) => {
    if (url.host !== 'api.fda.gov') return false
    response.writeHead(500, { 'content-type': 'text/html' }).end(`<p>Key ${fdaKey} is broken</p>`)
    return true
  })
  const folder = tempFolder()
  await check(['fda-events'], [], folder)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  expect(texts).toContain('<p>Key REDACTED is broken</p>')
  expect(texts.join('')).not.toContain(fdaKey)
})

test.each([403, 429, 500])(
  'behavior: stores the text of status %i beside the responses',
  async (status) => {
    upstream.answer(new Set(), (url, response) => {
      if (url.host !== 'finnhub.io') return false
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<p>Denied for ${secret}</p>`)
      return true
    })
    const folder = tempFolder()
    const { checks } = await check(['analyst'], [], folder)
    expect(checks).toMatchObject([{ source: 'finnhub-analyst', verdict: 'failed' }])
    const path = 'finnhub.io/api/v1/stock/recommendation%3Fsymbol=AAPL'
    const stored = readFileSync(join(folder, 'refused', String(status), path), 'utf8')
    expect(stored).toBe('<p>Denied for REDACTED</p>')
    expect(existsSync(join(folder, path))).toBe(false)
  },
)

test('behavior: the command prints a table, and fails if a source failed', async () => {
  upstream.answer(new Set(['home.treasury.gov']))
  const lines: string[] = []
  let failures = 0
  const program = new Command().exitOverride()
  checkLiveCommand(program, {
    environment: {},
    now,
    wait: async () => {},
    dispatcher: upstream.dispatcher,
    write: (line) => lines.push(line),
    note: () => {},
    fail() {
      failures += 1
    },
  })
  const words = [
    'check-live',
    '--area',
    'treasury-yields,insider-trades',
    '--data-dir',
    tempFolder(),
  ]
  await program.parseAsync(words, { from: 'user' })
  expect(lines[0]).toMatch(
    /^AREA +SOURCE +MS +ROWS +NEWEST +VERDICT\ntreasury-yields +us-treasury +\d+ +0 +- +failed\n\nus-treasury: NOT_FOUND: /,
  )
  expect(failures).toBe(1)
})

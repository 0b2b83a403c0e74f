import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { zipOf } from '@fiq/shared/zip-of'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mirrorTransport } from '../../upstreams/mirror/mirror.ts'
import { companyFactsArchive, companyFactsRequest } from '../../upstreams/sec.ts'
import { localUpstream } from '../../upstreams/testing/local-upstream.ts'
import { rememberedSandbox, sandboxUpstream } from '../../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { mirrorCommands } from '../mirror.ts'
import type { PullReport } from './pull-mirror.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)

const answer = sandboxUpstream(now)

let upstream: Awaited<ReturnType<typeof localUpstream>>
beforeAll(async () => {
  upstream = await localUpstream(answer)
})
afterAll(() => upstream.close())

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pull-'))
  upstream.behaveAs(answer)
})
afterEach(() => rmSync(root, { recursive: true }))

/** Runs `fiq-server mirror …` against the local upstream. */
async function run(...argv: string[]) {
  const printed: string[] = []
  const progress: string[] = []
  let exit = 0
  const program = new Command('fiq-server').exitOverride()
  mirrorCommands(program, {
    environment: { SEC_USER_AGENT: 'somebody@example.org' },
    now,
    wait: async () => {},
    dispatcher: upstream.dispatcher,
    interrupted: () => interrupted.signal,
    write: (line) => void printed.push(line),
    progress: { isTerminal: true, write: (text) => void progress.push(text) },
    exitWith: (code) => {
      exit = code
    },
  })
  await program.parseAsync(['mirror', ...argv, '--folder', root], { from: 'user' })
  return { exit, text: printed.join('\n'), progress: progress.join('') }
}
let interrupted = new AbortController()
beforeEach(() => {
  interrupted = new AbortController()
})

const filesIn = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

describe('mirror pull', () => {
  test('default: stores the responses that the areas need for the chosen arguments; the mirror gives the same answers', async () => {
    const pulled = await run(
      ...['pull', 'macro-series', 'gdp', 'financials', 'treasury-yields'],
      ...['--series', 'UNRATE', '--countries', 'JPN', '--tickers', 'AAPL'],
    )
    expect(pulled.exit).toBe(0)
    expect(pulled.progress).toMatch(/\[#{24}\] 6\/6 queries, \d+ files, \d+\.\d [kM]B\n$/)
    expect(filesIn()).toEqual(
      expect.arrayContaining([
        'data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json',
        'fred.stlouisfed.org/graph/fredgraph.csv%3Fid=UNRATE',
        'index.json',
        'www.sec.gov/files/company_tickers_exchange.json',
      ]),
    )
    expect(filesIn().join()).not.toMatch(/\.part|MSFT|CPIAUCSL/)
    const status = await run('status', '--json')
    const { areas } = JSON.parse(status.text) as {
      areas: { area: string; questions: number; answered: number; files: number }[]
    }
    expect(areas.map((each) => [each.area, each.answered === each.questions])).toEqual([
      ['financials', true],
      ['gdp', true],
      ['macro-series', true],
      ['treasury-yields', true],
    ])
  })

  test('behavior: a second pull checks whether each file changed, and receives none', async () => {
    await run('pull', 'financials', '--tickers', 'AAPL')
    const before = readFileSync(join(root, 'index.json'), 'utf8')
    upstream.behaveAs((request, response) => {
      expect(request.headers['if-none-match']).toBe('"1"')
      response.writeHead(304).end()
    })
    const again = await run('pull', 'financials', '--tickers', 'AAPL', '--fresh', '0', '--json')
    const { figures } = JSON.parse(again.text) as PullReport
    expect(figures).toMatchObject({ bytes: 0, fetched: 0, unchanged: 4 })
    expect(readFileSync(join(root, 'index.json'), 'utf8')).toBe(before)
  })

  test('error: an unknown area gives a suggestion', async () => {
    await expect(run('pull', 'financails')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'Unknown area "financails".',
      facts: ['Did you mean financials?'],
      remedy: expect.stringContaining('financials'),
    })
    await expect(run('pull', 'weather')).rejects.toMatchObject({ facts: [] })
    expect(upstream.requests).toEqual([])
  })

  test('behavior: skips restricted sources until they are enabled', async () => {
    const report = await run('pull', 'short-interest', 'screen', '--tickers', 'AAPL', '--json')
    expect(upstream.requests.map(({ host }) => host)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/finra|yahoo|nasdaq/)]),
    )
    const { failures } = JSON.parse(report.text) as PullReport
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['NOT_CONFIGURED']))
  })

  test('behavior: when stopped, reports it, and the index lists the received files', async () => {
    upstream.behaveAs((request, response) => {
      if (request.url?.includes('companyfacts')) interrupted.abort()
      answer(request, response)
    })
    const { exit, text } = await run('pull', 'financials', '--tickers', 'AAPL')
    expect(exit).toBe(130)
    expect(text).toMatch(/Stopped. Run the same command to resume\.$/)
    expect(readFileSync(join(root, 'index.json'), 'utf8')).toContain('company_tickers_exchange')
  })

  test.each([
    ['a file', 'www.sec.gov/files/company_tickers_exchange.json.part.json'],
    ['the index', `index.json.${process.pid}.part`],
  ])(
    'error: a disk too full for %s ends the pull with a remedy; with room it continues',
    async (_, file) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      symlinkSync('/dev/full', join(root, file))
      const { exit, text } = await run('pull', 'financials', '--tickers', 'AAPL')
      expect(exit).toBe(1)
      expect(text).toContain('Free disk space, then run the same command to resume.')
      expect(text).toContain('OUTPUT_FAILED')
      expect(upstream.requests.length).toBeLessThan(10)
      rmSync(join(root, file), { force: true })
      expect((await run('pull', 'financials', '--tickers', 'AAPL')).exit).toBe(0)
      expect((await run('verify')).text).toContain('no faults')
    },
  )

  test('behavior: after a kill in the middle of a file, the next pull continues with it', async () => {
    const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP')
    const { body } = await sandbox.fetch({ url, expects: 'csv' })
    const path = 'fred.stlouisfed.org/graph/fredgraph.csv%3Fid=GDP'
    await pullUntilHalf(path, url, body, 'macro-series')
    const ranges = servingRanges(url, body)
    await run('pull', 'macro-series', '--fresh', '0')
    expect(ranges).toEqual([`bytes=${Math.floor(body.length / 2)}-`])
    expect(readFileSync(join(root, path))).toEqual(Buffer.from(body))
    // The killed process may have left a part of its index.
    const isPart = (file: string) => file.includes('.part') && !file.startsWith('index.json.')
    expect(filesIn().filter(isPart)).toEqual([])
    expect((await run('verify')).text).toMatch(/no faults\.$/)
  })

  test('error: refuses an unknown area, and an invalid value', async () => {
    await expect(run('pull', 'weather')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(run('pull', '--countries', 'Japan')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(run('pull', '--fresh', 'soon')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
})

/** Runs a pull in a process that is killed when it has received half of a file. */
async function pullUntilHalf(path: string, url: URL, body: Uint8Array, area: string) {
  const half = Math.floor(body.length / 2)
  const halfSent = new Promise<void>((resolve) => {
    upstream.behaveAs((request, response) => {
      if (request.url !== `${url.pathname}${url.search}`) return answer(request, response)
      response.writeHead(200, { etag: '"1"', 'content-length': body.length })
      response.write(body.subarray(0, half), () => resolve())
    })
  })
  const script = join(import.meta.dirname, 'testing/pull-until-killed.ts')
  const argv = [script, String(upstream.port), root, area]
  const child = spawn(process.execPath, argv, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await halfSent
  const part = join(root, `${path}.part`)
  await vi.waitUntil(() => existsSync(part) && statSync(part).size === half, {
    interval: 10,
    timeout: 30_000,
  })
  child.kill('SIGKILL')
  await ended
}

/** Lets the upstream send the requested ranges of a file, and returns these ranges. */
function servingRanges(url: URL, body: Uint8Array) {
  const ranges: (string | undefined)[] = []
  upstream.behaveAs((request, response) => {
    if (request.url !== `${url.pathname}${url.search}`) return answer(request, response)
    ranges.push(request.headers.range)
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = `bytes ${start}-${body.length - 1}/${body.length}`
    const length = { etag: '"1"', 'content-length': body.length - start }
    response
      .writeHead(start > 0 ? 206 : 200, {
        ...length,
        ...defined({ 'content-range': start > 0 ? range : undefined }),
      })
      .end(body.subarray(start))
  })
  return ranges
}

describe('mirror pull --bulk', () => {
  const { url } = companyFactsArchive.request
  const path = `${url.host}${url.pathname}`
  const factsOf = async (transport: Transport) =>
    Buffer.from((await transport.fetch(companyFactsRequest('789019'))).body)

  test('default: continues after a kill in the middle of an archive; the mirror answers for all filers in it', async () => {
    const { body } = await sandbox.fetch(companyFactsArchive.request)
    await pullUntilHalf(path, url, body, 'financials')
    const ranges = servingRanges(url, body)
    const pulled = await run('pull', 'financials', '--bulk', '--tickers', 'AAPL', '--json')
    const { figures, failures } = JSON.parse(pulled.text) as PullReport
    expect(failures).toEqual([])
    expect(ranges).toEqual([`bytes=${Math.floor(body.length / 2)}-`])
    expect(figures).toMatchObject({ resumed: 1, fetched: 3 })
    expect(upstream.requests.map(({ host }) => host)).not.toContain('data.sec.gov')
    expect(readFileSync(join(root, path))).toEqual(Buffer.from(body))

    expect((await run('verify')).text).toMatch(/4 files, .* no faults\.$/)
    const status = await run('status')
    expect(status.text).toMatch(/^financials +1\/1 /m)
    const size = `${(body.length / 1_000).toFixed(1)} kB`
    expect(status.text).toMatch(new RegExp(`^companyfacts\\.zip +25 +${size} +0 h$`, 'm'))
    expect(await factsOf(mirrorTransport(root))).toEqual(await factsOf(sandbox))
  })

  test('behavior: a second pull receives no unchanged archive, and requests no fresh one', async () => {
    await run('pull', 'financials', '--bulk', '--tickers', 'AAPL')
    upstream.behaveAs((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else answer(request, response)
    })
    const again = await run(
      'pull',
      'financials',
      '--bulk',
      '--tickers',
      'AAPL',
      '--fresh',
      '0',
      '--json',
    )
    const figures = { bytes: 0, fetched: 0, unchanged: 4, fresh: 0 }
    expect(JSON.parse(again.text)).toMatchObject({ figures })
    const asked = upstream.requests.length
    const fresh = await run('pull', 'financials', '--bulk', '--tickers', 'AAPL', '--json')
    expect(JSON.parse(fresh.text)).toMatchObject({ figures: { unchanged: 0, fresh: 4 } })
    expect(upstream.requests).toHaveLength(asked)
  })

  test('behavior: shows the progress of an archive in bytes', async () => {
    const text = randomBytes(4_000_000).toString('hex')
    const body = zipOf({ 'CIK0000320193.json': JSON.stringify(text) })
    servingRanges(url, body)
    const { progress } = await run('pull', 'financials', '--bulk', '--tickers', 'AAPL')
    expect(progress).toMatch(
      /\[[#-]{24}\] companyfacts\.zip \d+\.\d [kM]?B of \d\.\d MB; 0\/1 queries, 0 files/,
    )
    expect(progress).toMatch(/\[#{24}\] 1\/1 queries, \d files, \d\.\d MB\n$/)
  })

  test('error: reports a truncated or missing archive, and fetches each filer separately', async () => {
    upstream.behaveAs((request, response) => {
      if (request.url !== url.pathname) answer(request, response)
      else response.writeHead(200).end('PK\u0003\u0004')
    })
    const { exit, text } = await run('pull', 'financials', '--bulk', '--tickers', 'AAPL')
    expect(exit).toBe(1)
    expect(text).toMatch(/financials +1 +UPSTREAM_CHANGED .*cut short/)
    expect(filesIn()).toContain('data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json')
    expect(filesIn().join()).not.toMatch(/companyfacts\.zip/)
  })

  test('error: verify names the damaged file of an archive', async () => {
    await run('pull', 'financials', '--bulk', '--tickers', 'AAPL')
    const bytes = readFileSync(join(root, path))
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff
    writeFileSync(join(root, path), bytes)
    const { exit, text } = await run('verify')
    expect(exit).toBe(1)
    expect(text).toContain(`${path}: not the file that was pulled`)
    expect(text).toMatch(/companyfacts\.zip: CIK\d{10}\.json: /)
    writeFileSync(join(root, path), bytes.subarray(0, -100))
    expect((await run('verify')).text).toContain(`${path}: a damaged or truncated archive`)
    expect((await run('status')).text).toMatch(/^companyfacts\.zip +damaged /m)
  })
})

describe('mirror verify', () => {
  const series = 'fred.stlouisfed.org/graph/fredgraph.csv%3Fid='

  test('error: names the file and the line, and exits with 1', async () => {
    await run('pull', 'macro-series', '--series', 'UNRATE,DGS2')
    const good = readFileSync(join(root, `${series}UNRATE`), 'utf8').split('\n')
    good.splice(3, 0, good[2] as string)
    writeFileSync(join(root, `${series}UNRATE`), good.join('\n'))
    writeFileSync(join(root, `${series}DGS2`), '<html>moved</html>')
    writeFileSync(join(root, 'x.org.json'), '{"a":\n[1,\n')
    const { exit, text } = await run('verify')
    expect(exit).toBe(1)
    expect(text).toContain(`${series}UNRATE: not the file that was pulled`)
    expect(text).toMatch(/UNRATE:4: \d{4}-\d\d-\d\d appears twice/)
    expect(text).toContain(`${series}DGS2:1: an HTML page`)
    expect(text).toContain('x.org.json:3: not JSON, or cut short')
  })

  test('error: reports a deleted file as missing in verify and in status', async () => {
    await run('pull', 'macro-series', '--series', 'UNRATE,DGS2')
    rmSync(join(root, `${series}DGS2`))
    expect((await run('verify')).text).toContain(`${series}DGS2: listed in index.json, but missing`)
    const status = await run('status')
    expect(status.text).toMatch(/macro-series +1\/2/)
    expect(status.text).toContain(`${series}DGS2`)
  })

  test('error: reports a missing folder', async () => {
    rmSync(root, { recursive: true })
    const refused = run('verify')
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
    writeFileSync(root, '')
  })
})

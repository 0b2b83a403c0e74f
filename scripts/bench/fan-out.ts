import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DocumentNode, execute, parse } from 'graphql'
import { connectors, sandboxHosts } from '../../packages/server/src/connectors/connectors.ts'
import { buildSchema } from '../../packages/server/src/execution/build-schema.ts'
import { noFiles } from '../../packages/server/src/imported-files/no-files.ts'
import { createConnectorContext } from '../../packages/server/src/sources/context.ts'
import { cachingTransport } from '../../packages/server/src/upstreams/caching.ts'
import { textOf } from '../../packages/server/src/upstreams/checked-answer.ts'
import { mirrorTransport } from '../../packages/server/src/upstreams/mirror/mirror.ts'
import { mirrorPath } from '../../packages/server/src/upstreams/mirror-path.ts'
import { requestKey } from '../../packages/server/src/upstreams/request-key.ts'
import { sandboxTransport } from '../../packages/server/src/upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../packages/server/src/upstreams/transport.ts'

/**
 * The largest query, fifty companies with six sub-graphs, in this process: its duration with cold
 * and warm caches. Then queries of ten thousand companies at once from a mirror: peak memory
 * growth, and memory afterwards.
 */
const schema = buildSchema(connectors)
const now = () => new Date()
const sandbox = sandboxTransport({ now, hosts: sandboxHosts })
const companies = 50
const coldRounds = 12
const warmRounds = 60
const manyTickers = 10_000

const directoryUrl = new URL('https://www.sec.gov/files/company_tickers_exchange.json')
const { data } = JSON.parse(await textFrom(directoryUrl)) as { data: [number, string, string][] }
const tickers = data.slice(0, companies).map(([, , ticker]) => ticker)
const six = `market { price } technicals { rsi { value } }
  financials { income(filter: { limit: 4 }) { revenue } }
  regulatory { filings(filter: { limit: 5 }) { form } sanctions { score } }
  shortInterest(filter: { limit: 4 }) { sharesShort }
  topHolders(filter: { limit: 5 }) { shares }`
const question = questionOf(tickers, six)
const manySelection = 'periodicFilings(filter: { limit: 5 }) { form }'

// Excludes the time in which the sandbox invents values.
const clock = new Date()
const invented = remembering(sandbox)
const fresh = () => opened(invented, () => clock)
await fresh().answer(question)
const cold = await timesOf(coldRounds, () => fresh().answer(question))
const known = fresh()
await known.answer(question)
const warm = await timesOf(warmRounds, () => known.answer(question))
const figures = { bench: 'fan-out', companies, cold, warm, many: await manyAtOnce() }
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.stderr.write(`${JSON.stringify(figures, null, 2)}\n`)

/** An executor with new server sources over a transport, whose caches are empty. */
function opened(inner: Transport, clock: () => Date) {
  const upstreams = cachingTransport(inner, { now: clock, marketOpen: () => false })
  const context = createConnectorContext({
    upstreams,
    files: noFiles,
    now: clock,
    allowed: new Set(connectors.flatMap((each) => each.upstreams.map(({ id }) => id))),
  })
  const contextValue = { connectors: context, cite: () => undefined }
  const answer = async (document: DocumentNode) => {
    const { errors } = await execute({ schema, document, contextValue })
    if (errors) throw errors[0]
  }
  return { upstreams, answer }
}

function remembering(inner: Transport): Transport {
  const answers = new Map<string, ReturnType<Transport['fetch']>>()
  return {
    mode: inner.mode,
    fetch(request) {
      const key = requestKey(request)
      const answer = answers.get(key) ?? inner.fetch(request)
      answers.set(key, answer)
      return answer
    },
  }
}

/** Milliseconds of each round, one after the other. */
async function timesOf(rounds: number, run: () => Promise<void>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.floor(share * (rounds - 1))]! * 10) / 10
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** Runs two hundred different queries of fifty companies each at once. */
async function manyAtOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
  const names = await mirrorOf(folder, manyTickers)
  const { upstreams, answer } = opened(mirrorTransport(folder), now)
  const questions = Array.from({ length: manyTickers / companies }, (_, at) =>
    questionOf(names.slice(at * companies, (at + 1) * companies), manySelection),
  )
  await answer(questionOf(names.slice(0, 1), manySelection))
  const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
  const before = megabytes()
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, megabytes())
  }, 20)
  const start = performance.now()
  await Promise.all(questions.map(answer))
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const after = megabytes()
  await Promise.all(questions.map(answer))
  const again = megabytes()
  clearInterval(watching)
  rmSync(folder, { recursive: true })
  const { answers, bytes } = upstreams.cacheState()
  const kept = { answers, megabytes: Math.round(bytes / 2 ** 20) }
  return { tickers: manyTickers, seconds, megabytes: { before, peak, after, again }, kept }
}

/**
 * Creates a mirror of `count` filers that all have the filings and facts of the sandbox's Apple.
 */
async function mirrorOf(folder: string, count: number): Promise<string[]> {
  const filers = Array.from({ length: count }, (_, at) => [1_000_001 + at, `Filer ${at}`, `Q${at}`])
  const place = (url: URL) => {
    const path = join(folder, mirrorPath(url))
    mkdirSync(dirname(path), { recursive: true })
    return path
  }
  const fields = ['cik', 'name', 'ticker']
  writeFileSync(place(directoryUrl), JSON.stringify({ fields, data: filers }))
  for (const kind of ['submissions', 'api/xbrl/companyfacts']) {
    const addressOf = (cik: number) =>
      new URL(`https://data.sec.gov/${kind}/CIK${String(cik).padStart(10, '0')}.json`)
    const first = place(addressOf(320_193))
    writeFileSync(first, await textFrom(addressOf(320_193)))
    for (const [cik] of filers) linkSync(first, place(addressOf(cik as number)))
  }
  return filers.map(([, , ticker]) => String(ticker))
}

function questionOf(tickers: readonly string[], selection: string): DocumentNode {
  return parse(`{ entitiesByTickers(tickers: ${JSON.stringify(tickers)}) { ${selection} } }`)
}

async function textFrom(url: URL): Promise<string> {
  return textOf(await sandbox.fetch({ url, expects: 'json' }))
}

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { buildEntityDirectory } from '../../packages/server/src/sources/entities/entity-directory.ts'
import { buildEntitySearch } from '../../packages/server/src/sources/entities/entity-search.ts'
import { readCompanyRows } from '../../packages/server/src/sources/entities/sec-tickers.ts'
import { hardQueries } from './hard-queries.ts'
import { inventedFunds } from './invented-funds.ts'

// Entity search over the SEC's recorded list of companies and as many invented funds, compared with
// minisearch over the same entities: latency of ten results, and how often the intended entity is
// first. Prints JSON to stdout and a table to stderr.

const recorded = '../../../shared/data/edgar/company_tickers_exchange.json.gz'
const body = gunzipSync(readFileSync(new URL(recorded, import.meta.url)))
const rounds = 60
const warmUp = 10
const limit = 10

type Engine = (query: string) => readonly string[]

const began = performance.now()
const directory = buildEntityDirectory(
  readCompanyRows(
    { body, mode: 'mirror', asOf: null, retrievedAt: '' },
    new URL(recorded, import.meta.url),
  ),
  { sec: { value: inventedFunds(), provenance: [] } },
)
const entitySearch = await buildEntitySearch(directory)
const buildMs = performance.now() - began

const ours: Engine = (query) => entitySearch.search(query, { limit }).map(({ entity }) => entity.id)
const peer = buildMiniSearch()
const meant = hardQueries.map(([query, ticker]) => {
  const entity = directory.findTicker(ticker)
  if (entity === undefined) throw new Error(`The list has no ${ticker}, which "${query}" means.`)
  return { query, id: entity.id }
})

const figures = {
  entities: directory.entities.length,
  buildMs: round(buildMs),
  queries: meant.length,
  ours: measure(ours),
  minisearch: measure(peer),
}
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
process.stderr.write(
  (['ours', 'minisearch'] as const)
    .map((name) => {
      const { p50Ms, p95Ms, first, missed } = figures[name]
      return `${name.padEnd(12)}p50 ${p50Ms} ms  p95 ${p95Ms} ms  first ${first} of ${meant.length}  missed: ${missed.join(', ') || 'none'}\n`
    })
    .join(''),
)

function measure(engine: Engine) {
  const times: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    for (const { query } of meant) {
      const start = performance.now()
      engine(query)
      if (turn >= warmUp) times.push(performance.now() - start)
    }
  }
  times.sort((one, other) => one - other)
  const missed = meant.filter(({ query, id }) => engine(query)[0] !== id).map(({ query }) => query)
  const at = (share: number) => round(times[Math.floor(share * (times.length - 1))]!)
  return { p50Ms: at(0.5), p95Ms: at(0.95), first: meant.length - missed.length, missed }
}

/**
 * Configures minisearch as its documentation suggests for names: prefixes, a fuzziness of 0.2, and
 * boosted tickers.
 */
function buildMiniSearch(): Engine {
  const index = new MiniSearch({
    fields: ['name', 'tickers', 'other'],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { tickers: 3 } },
  })
  index.addAll(
    directory.entities.map(({ id, name, tickers, otherNames }) => ({
      id,
      name,
      tickers: tickers.join(' '),
      other: otherNames.join(' '),
    })),
  )
  return (query) =>
    index
      .search(query)
      .slice(0, limit)
      .map(({ id }) => String(id))
}

function round(value: number): number {
  return Number(value.toFixed(3))
}

import { FiqError } from '@fiq/shared/errors'
import { areaQueriesOf } from '../packages/server/src/commands/mirror/area-queries.ts'
import type { Chosen } from '../packages/server/src/commands/mirror/chosen.ts'
import { runQueries } from '../packages/server/src/commands/mirror/run-queries.ts'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { searchEntities } from '../packages/server/src/connectors/search-entities/connector.ts'
import { buildSchema } from '../packages/server/src/execution/build-schema.ts'
import type {
  Connector,
  ConnectorField,
  Upstream,
} from '../packages/server/src/sources/connector.ts'
import { testContext } from '../packages/server/src/sources/testing/describe-connector.ts'
import type { Transport } from '../packages/server/src/upstreams/transport.ts'
import { type FilesRead, leadingThere, realAnswers, realBody } from './real-answers.ts'

export const schema = buildSchema(connectors)
export const now = () => new Date('2026-11-18T17:00:00Z')

/**
 * Connectors whose shared indexes are built when the server starts: the directory, the sanctions
 * lists.
 */
const warmed = connectors.filter(({ warm }) => warm !== undefined)

/** The connector whose queries prove that a source is read, if it is not the field's. */
export function readerOf(source: Upstream): Connector | undefined {
  return warmed.find(({ upstreams }) => upstreams.some(({ id }) => id === source.id))
}

/**
 * Runs each field with each source that has real responses, one source at a time. Records the files
 * that the answer depends on: values change or are missing if the bytes of such a file change.
 *
 * @param chosen - Connectors whose fields are run.
 */
export async function readRealAnswers(chosen = connectors): Promise<FilesRead> {
  const cached = await keptFor(warmed)
  const read: Record<string, Record<string, string[]>> = {}
  for (const connector of chosen) {
    const own = warmed.includes(connector) ? new Map() : cached
    const files = new Map<Upstream, Promise<FilesOfFields>>()
    for (const [coordinate, { sources = connector.upstreams }] of Object.entries(connector.fields))
      for (const source of sources) {
        if ((readerOf(source) ?? connector) !== connector) continue
        if (!files.has(source)) files.set(source, filesRead({ connector, source, kept: own }))
        const ofField = (await files.get(source))?.get(coordinate) ?? []
        if (ofField.length > 0) read[coordinate] = { ...read[coordinate], [source.id]: ofField }
      }
  }
  return read
}

type Reading = { connector: Connector; source: Upstream; kept: CachedValues }
type CachedValues = ReadonlyMap<string, Promise<unknown>>
type FilesOfFields = ReadonlyMap<string, string[]>

/**
 * Runs all fields in one context, so that shared parts, such as an index of names, are built once.
 */
async function filesRead(reading: Reading): Promise<FilesOfFields> {
  const files = new Map<string, string[]>()
  if (!realAnswers.some(({ source }) => source === reading.source.id)) return files
  const whole = await readSource(reading)
  for (const file of [...whole.read].sort()) {
    const spoilt = await readSource(reading, file)
    for (const [coordinate, answersOf] of whole.answersOf)
      if (spoilt.answersOf.get(coordinate) !== answersOf)
        files.set(coordinate, [...(files.get(coordinate) ?? []), file])
  }
  return files
}

/** @param spoilt - A file that is replaced by another response. */
async function readSource({ connector, source, kept }: Reading, spoilt?: string) {
  const { upstreams, read } = realTransport(source, spoilt)
  const enabled = (other: Upstream) => other.id === source.id || readerOf(other) === searchEntities
  const own = testContext(upstreams, { now, enabled })
  const keep: typeof own.cached = (key, age, build) =>
    (kept.get(key) as ReturnType<typeof build>) ??
    own.cached(key, age, () => build({ ...own, cached: keep }))
  const chosen = { ...chosenByDefault, ...chosenFor[source.id] }
  const answersOf = new Map<string, string>()
  for (const [coordinate, { sources = connector.upstreams }] of Object.entries(connector.fields)) {
    if (!sources.includes(source)) continue
    const answers: string[] = []
    await runQueries(
      schema,
      questionsOfField(connector, coordinate, chosen),
      { ...own, cached: keep },
      {
        stopped: () => false,
        on: ({ query: question, data, sources }) => {
          const cited = sources.map(({ source }) => source)
          answers.push(JSON.stringify([question.text, data, cited]))
        },
      },
    )
    answersOf.set(coordinate, answers.sort().join())
  }
  return { read, answersOf }
}

/** The queries of one field, including its dependent fields. */
export function questionsOfField(connector: Connector, coordinate: string, chosen: Chosen) {
  const fields = { [coordinate]: connector.fields[coordinate] as ConnectorField }
  const questions = areaQueriesOf(schema, { ...connector, fields }, chosen)
  return questions.length > 0 ? questions : areaQueriesOf(schema, connector, chosen)
}

/** Responds from the real files, and records the read files of one source. */
function realTransport(source?: Upstream, spoilt?: string) {
  const read = new Set<string>()
  const upstreams: Transport = {
    mode: 'recorded',
    async fetch({ url }) {
      const answer = realAnswers.find((each) => each.url === url.href)
      const leading = leadingThere[url.href]
      if (answer !== undefined && answer.source === source?.id) read.add(answer.file)
      if (answer === undefined && leading === undefined)
        throw new FiqError('NOT_FOUND', `No file is what ${url.href} answers.`)
      const isSpoilt = answer !== undefined && answer.file === spoilt
      const text = isSpoilt ? 'nothing of the kind' : leading
      const at = now().toISOString()
      const body = text === undefined ? realBody(answer!) : Buffer.from(text)
      return { body, mode: 'recorded', asOf: at, retrievedAt: at }
    },
  }
  return { upstreams, read }
}

async function keptFor(warmed: readonly Connector[]): Promise<CachedValues> {
  const kept = new Map<string, Promise<unknown>>()
  const { upstreams } = realTransport()
  const context: ReturnType<typeof testContext> = testContext(upstreams, {
    now,
    enabled: () => true,
    cached: (key, _age, build) => {
      const value = kept.get(key) ?? build(context)
      kept.set(key, value)
      return value as ReturnType<typeof build>
    },
  })
  for (const { warm } of warmed) await warm?.(context)
  return kept
}

export const chosenByDefault: Chosen = {
  tickers: ['AAPL'],
  ciks: ['0001894188'],
  countries: ['USA'],
  series: ['GDP'],
  names: ['Apple'],
}

/** Arguments for which real responses exist. */
const chosenFor: Readonly<Record<string, Partial<Chosen>>> = {
  'sec-companyfacts': { tickers: ['AAPL', 'GOOGL'] },
  'sec-submissions': { tickers: ['AAPL', 'MSFT', 'NVDA', 'EXPE', 'SNOW'] },
  'sec-relationships': { tickers: ['WHWK'] },
  'yahoo-chart': { tickers: ['AAPL', '^GSPC'] },
  'yahoo-options': { tickers: ['OXY'] },
  'yahoo-futures': { tickers: ['^GSPC'] },
  'yahoo-analyst': { tickers: ['AMZN'] },
  'nasdaq-trader': { names: ['Vanguard S&P 500 ETF'] },
  'fred-graph': {
    series: realAnswers.flatMap(({ url }) => /fredgraph.csv\?id=(.*)/.exec(url)?.[1] ?? []),
  },
  'fec-bulk': { names: ['HARRIS, KAMALA'] },
  courtlistener: { tickers: ['WFC'] },
  usaspending: { tickers: ['LMT'] },
  'clinical-trials': { tickers: ['AMGN'] },
  polymarket: { tickers: ['TSLA'], names: ['Tesla'] },
  kalshi: { tickers: ['TSLA'], names: ['Tesla'] },
}

import { connectors } from '../../connectors/connectors.ts'
import { buildSchema } from '../../execution/build-schema.ts'
import type { SourceEntry } from '../../execution/resolver.ts'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { answeringUpstreams } from '../../sources/field-readiness.ts'
import { type AreaQuery, areaQueriesOf } from '../mirror/area-queries.ts'
import type { Chosen } from '../mirror/chosen.ts'
import type { QueryResult } from '../mirror/run-queries.ts'

/** The schema of the queries. */
export const schema = buildSchema(connectors)

/** The result of one source. */
export type SourceCheck = {
  area: string
  /** Id of the source. */
  source: string
  ms: number
  rows: number
  /** The newest time that the source states, ISO 8601. */
  newest: string | null
  /**
   * `ok`; `stale` for data older than the area allows; `unasked` if no query reached the source.
   */
  verdict: 'ok' | 'stale' | 'failed' | 'unasked'
  problem: string | null
}

/** Choices for which every source of the kind has data. */
const chosen: Chosen = {
  tickers: ['AAPL', 'PFE', '^GSPC', 'BTC-USD', 'EURUSD=X'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU'],
  series: ['DGS10', 'SP500', 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN'],
  names: ['Apple'],
  // Every plan has this range.
  ranges: ['1mo'],
}

/** Codes of a query without data at the source. The next query may have data. */
const leadsOn: ReadonlySet<string> = new Set(['NOT_FOUND', 'NOT_CONFIGURED', 'BAD_INPUT'])

/** Maximum queries until one reaches the source. */
const queriesMax = 10

/**
 * Sends a query to the source alone, or to every source that is on.
 *
 * @returns its result, and whether it sent a request to the source
 */
type SendQuery = (
  query: AreaQuery,
  to: { isAlone: boolean },
) => Promise<QueryResult & { isQueried: boolean }>

/** Queries the areas that read a source until one sends it a request. */
export async function checkSource(
  [connector, ...others]: readonly Connector[],
  upstream: Upstream,
  send: SendQuery,
): Promise<SourceCheck> {
  const check = await checkInArea(connector!, upstream, send)
  return check.verdict === 'unasked' && others.length > 0
    ? checkSource(others, upstream, send)
    : check
}

async function checkInArea(
  connector: Connector,
  upstream: Upstream,
  send: SendQuery,
): Promise<SourceCheck> {
  const { queries, below } = queriesFor(connector, upstream)
  const check = { area: connector.area, source: upstream.id, ms: 0, rows: 0, newest: null }
  const isOfField = ({ path }: { path: string }) =>
    below === undefined || path.split('.').includes(below)
  let problem: string | null = null
  for (const query of queries.slice(0, queriesMax)) {
    const startedMs = performance.now()
    const result = await send(query, { isAlone: below === undefined })
    const ms = Math.round(performance.now() - startedMs)
    const cited = result.sources.filter((entry) => isOfField(entry) && isFrom(upstream, entry))
    if (cited.length > 0) return { ...check, ms, ...answerOf(cited, result.data, below) }
    const failures = result.failures.filter(isOfField)
    const failure = failures.find(({ code }) => !leadsOn.has(code))
    if (failure) return { ...check, ms, verdict: 'failed', problem: textOf(failure) }
    if (result.isQueried && failures[0]) problem = textOf(failures[0])
  }
  return problem === null
    ? { ...check, verdict: 'unasked', problem: 'No query of the area uses this source.' }
    : { ...check, verdict: 'failed', problem }
}

/**
 * The queries of the fields that a source answers. A field of the rows of another field, `below`,
 * is queried with that field, which other sources may answer.
 */
function queriesFor(connector: Connector, upstream: Upstream) {
  const fields = Object.entries(connector.fields).filter(([, field]) =>
    answeringUpstreams(connector, field).some(({ id }) => id === upstream.id),
  )
  const own = areaQueriesOf(schema, { ...connector, fields: Object.fromEntries(fields) }, chosen)
  if (own.length > 0) return { queries: own, below: undefined }
  const below = fields[0]?.[0].split('.')[1]
  const all = areaQueriesOf(schema, connector, chosen)
  return { queries: all.filter(({ text }) => text.includes(` ${below} {`)), below }
}

function answerOf(cited: readonly SourceEntry[], data: unknown, below: string | undefined) {
  const times = cited.flatMap(({ asOf }) => asOf ?? []).sort()
  const isStale = cited.every(({ stale }) => stale === true)
  const verdict: SourceCheck['verdict'] = isStale ? 'stale' : 'ok'
  const rows = rowsOf(below === undefined ? data : valuesOf(data, below))
  return { rows, newest: times.at(-1) ?? null, verdict, problem: null }
}

function textOf({ code, message }: { code: string; message: string }): string {
  return `${code}: ${message}`
}

/** The lists of a field in all rows, joined. */
function valuesOf(data: unknown, name: string): unknown[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) =>
    key === name ? [value].flat() : valuesOf(value, name),
  )
}

/** Whether a value is from a source: by its name, or by the address of the document. */
function isFrom({ name, hosts }: Upstream, { source, sourceUrl }: SourceEntry): boolean {
  const isList = entityUpstreams.some((list) => list.name === source)
  return source === name || (!isList && hosts.includes(new URL(sourceUrl).host))
}

/** Number of rows of the longest list in an answer; 1 without a list. */
function rowsOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1
  const inside = Object.values(data).map(rowsOf)
  return Math.max(Array.isArray(data) ? data.length : 0, ...inside, 1)
}

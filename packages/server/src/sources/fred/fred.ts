import { hasCode } from '@fiq/shared/errors'
import { z } from 'zod'
import { refuse } from '../../upstreams/checked-answer.ts'
import { csvRows } from '../../upstreams/csv.ts'
import { csvTable, readableRows } from '../../upstreams/csv-table.ts'
import type { Origin } from '../../upstreams/transport.ts'
import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../connector.ts'
import { isStaleSeries } from '../series-age.ts'
import { firstSource, provenanceOf } from '../sourced.ts'
import { usableRows } from '../usable-rows.ts'
import { fredNotice, unknownSeries } from './fred-notice.ts'
import { knownSeriesFacts, loadSeriesFacts, type SeriesFacts, seriesUrl } from './series-facts.ts'

const licence = {
  class: 'attribution',
  text: 'Series carry their own terms; U.S. government series: public domain, citation requested',
} as const

/** The download of charts, which needs no key. */
export const fredGraph: Upstream = {
  id: 'fred-graph',
  name: 'FRED, Federal Reserve Bank of St. Louis',
  hosts: ['fred.stlouisfed.org'],
  url: 'https://fred.stlouisfed.org',
  licence,
  delay: 'as released',
  timing: { delay: 'periodic' },
}

/** The documented API. It takes precedence over the download if the operator has a key. */
export const fredApi: Upstream = {
  ...fredGraph,
  id: 'fred-api',
  hosts: ['api.stlouisfed.org'],
  url: 'https://fred.stlouisfed.org/docs/api/fred/',
  key: 'FRED_API_KEY',
}

/** The upstream that {@link loadFredSeries} reads first. */
export function fredOf({ enabled }: Pick<ConnectorContext, 'enabled'>): Upstream {
  return enabled(fredApi) ? fredApi : fredGraph
}

/** Series identifiers: letters, digits and `_.-`, which cannot change an address. */
export const seriesIdPattern = /^[A-Z0-9][A-Z0-9_.-]{0,63}$/i

/** Observations with the facts of their series. */
export type SourcedSeries = Sourced<readonly SeriesPoint[]> & SeriesFacts

/**
 * All observations of a FRED series, oldest first; `null` for a missing value.
 *
 * @param knownOn the version published on this day, which only the API has
 * @throws FiqError `NOT_FOUND` for an unknown series, `UPSTREAM_…`
 */
export function loadFredSeries(
  seriesId: string,
  context: ConnectorContext,
  knownOn?: string,
): Promise<SourcedSeries> {
  const loaded =
    knownOn === undefined
      ? firstSource('economic series', [
          ...(context.enabled(fredApi) ? [() => fromApi(seriesId, context)] : []),
          () => fromGraph(seriesId, context),
        ])
      : fromApi(seriesId, context, knownOn)
  return loaded.catch((error: unknown) => {
    // In a mirror the file is missing, which its error names.
    const isUnknown = context.upstreams.mode === 'live' && hasCode(error, 'NOT_FOUND')
    throw isUnknown && knownOn === undefined ? unknownSeries(seriesId) : error
  })
}

async function fromGraph(seriesId: string, context: ConnectorContext): Promise<SourcedSeries> {
  const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv')
  url.searchParams.set('id', seriesId)
  const { body, answer } = await context.text({ url, expects: 'csv' })
  const series = sourced(fredGraph, answer, parseFredCsv(body, url), context.now())
  return { ...series, ...knownSeriesFacts(seriesId) }
}

async function fromApi(
  seriesId: string,
  context: ConnectorContext,
  knownOn?: string,
): Promise<SourcedSeries> {
  const url = seriesUrl('series/observations', seriesId, knownOn)
  const [{ body, answer }, facts] = await Promise.all([
    context.json(url, observationsSchema, { noticeOf: fredNotice(seriesId) }),
    loadSeriesFacts(seriesId, context, knownOn),
  ])
  if (body.observations.length === 0) refuse(url, 'no observations')
  const { value, provenance } = sourced(fredApi, answer, body.observations, context.now())
  if (knownOn === undefined) return { value, provenance, ...facts }
  // The answer for a past day never becomes stale.
  return { value, provenance: provenance.map((own) => ({ ...own, stale: false })), ...facts }
}

const fredValue = z
  .string()
  .refine((text) => text === '.' || text === '' || Number.isFinite(Number(text)))
  .transform((text) => (text === '.' || text === '' ? null : Number(text)))

const point = z.object({ date: z.iso.date(), value: fredValue })
const observationsSchema = z.object({ observations: usableRows(point) })

/**
 * Parses two columns, day and value. FRED has renamed the first before, so it is recognised by its
 * days; the second is named after the requested series, or `value`.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function parseFredCsv(text: string, url: URL): SeriesPoint[] {
  const [header = []] = csvRows(text)
  const [day = '', value = ''] = header
  const names = ['value', url.searchParams.get('id') ?? ''].map((name) => name.toUpperCase())
  if (header.length !== 2 || !names.includes(value.trim().toUpperCase()))
    refuse(url, 'a table of another series', {
      facts: [`Columns: ${header.slice(0, 10).join(', ')}`],
    })
  const { rows } = csvTable(text, url, [day.trim(), value.trim()])
  if (rows.length === 0) refuse(url, 'a table without rows')
  return readableRows(rows, url, ([date, value]) => point.safeParse({ date, value }).data)
}

function sourced(
  upstream: Upstream,
  answer: Origin,
  points: readonly SeriesPoint[],
  now: Date,
): Sourced<readonly SeriesPoint[]> {
  const asOf = points.findLast(({ value }) => value !== null)?.date ?? answer.asOf
  const stale = isStaleSeries(points, now)
  return { value: points, provenance: [provenanceOf(upstream, answer, { asOf, stale })] }
}

import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../../transport.ts'
import { type SandboxSeries, sandboxSeries } from '../market/macro-series.ts'
import { dayOf } from '../market/newest-first.ts'
import { hashText, mix, normal, waves } from '../market/random.ts'
import { atPaths, type SandboxAnswer, unknownAddress } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

/**
 * `fredgraph.csv?id=GDP`: a header, then one row for each period. Days without an observation are
 * empty.
 *
 * @throws FiqError `NOT_FOUND` for an unknown series
 */
export function fredGraph(request: UpstreamRequest, now: number, seed: number): string {
  const { url } = request
  if (url.pathname !== '/graph/fredgraph.csv') return unknownAddress(request)
  const series = seriesNamed(url.searchParams.get('id'))
  const rows = observations(series, now, seed).map(({ date, value }) => `${date},${value}`)
  return `observation_date,${series.id}\n${rows.join('\n')}\n`
}

/**
 * `/fred/series/observations` and `/fred/series/tags` of api.stlouisfed.org with `series_id`, as
 * JSON. Days without an observation are `.`.
 */
export const fredApi: SandboxAnswer = (request, now, seed) =>
  atPaths({
    '/fred/series/observations': ({ searchParams }, now) => {
      const vintage = searchParams.get('realtime_end')
      const day = vintage === null ? now : Math.min(now, Date.parse(vintage))
      const rows = observations(seriesNamed(searchParams.get('series_id')), day, seed)
      const today = dayOf(day)
      const realtime = { realtime_start: today, realtime_end: today }
      return {
        ...realtime,
        units: 'lin',
        file_type: 'json',
        count: rows.length,
        observations: rows.map(({ date, value }) => ({ ...realtime, date, value: value || '.' })),
      }
    },
    '/fred/series/tags': ({ searchParams }) => {
      const { id } = seriesNamed(searchParams.get('series_id'))
      const terms = copyrightedIds.has(id) ? 'copyrighted: pre-approval required' : publicDomain
      return { count: 1, tags: [{ name: terms, group_id: 'cc', notes: '' }] }
    },
  })(request, now)

/** Series of S&P that need permission, as in FRED's tags. */
const copyrightedIds: ReadonlySet<string> = new Set(['SP500', 'CSUSHPISA'])
const publicDomain = 'public domain: citation requested'

function seriesNamed(id: string | null): SandboxSeries {
  const series = sandboxSeries.get((id ?? '').toUpperCase())
  if (series) return series
  throw new FiqError('NOT_FOUND', `There is no series ${JSON.stringify(id ?? '')}.`, {
    facts: [`Series of the sandbox: ${[...sandboxSeries.keys()].join(', ')}`],
  })
}

function observations(series: SandboxSeries, now: number, seed: number) {
  return periods(series, now).map((date) => ({ date, value: observation(series, date, seed) }))
}

/** Days from the end of a period to its publication. */
const releaseDays = { D: 1, W: 1, M: 14, Q: 28 } as const

/** First days of all published periods. */
function periods({ rhythm, from }: SandboxSeries, now: number): string[] {
  const published = now - releaseDays[rhythm] * dayMs
  const days: string[] = []
  const day = new Date(Date.UTC(from, 0, 1))
  // 1976-01-07 is a Wednesday; weeks are counted from it.
  if (rhythm === 'W') day.setUTCFullYear(1976, 0, 7)
  for (;;) {
    const text = dayOf(day)
    const weekend = rhythm === 'D' && [0, 6].includes(day.getUTCDay())
    if (rhythm === 'D') day.setUTCDate(day.getUTCDate() + 1)
    else if (rhythm === 'W') day.setUTCDate(day.getUTCDate() + 7)
    else day.setUTCMonth(day.getUTCMonth() + (rhythm === 'M' ? 1 : 3))
    if (day.getTime() > published) return days
    if (!weekend) days.push(text)
  }
}

function observation(series: SandboxSeries, day: string, seed: number): string {
  const { id, rhythm, level, growth, swing, decimals } = series
  if (rhythm === 'D' && /-(?:01-01|07-04|12-25)$/.test(day)) return ''
  const key = mix(hashText(id), seed)
  const instant = Date.parse(day)
  const years = 1970 + instant / (365.25 * dayMs)
  const noise = waves(key, years) + 0.05 * normal(key, Math.round(instant / dayMs))
  const value =
    growth === undefined
      ? level + swing * noise
      : level * Math.exp(growth * (years - 2026.5)) * (1 + swing * noise)
  return value.toFixed(decimals)
}

import { FiqError } from '@fiq/shared/errors'
import { refuse } from '../upstreams/checked-answer.ts'
import { csvRows } from '../upstreams/csv.ts'
import type { SeriesPoint } from './connector.ts'

/**
 * Observations of SDMX-CSV, the format of the ECB, the IMF, the OECD, Eurostat and the BIS: columns
 * by name, newest first, each dated by the first day of its period. An empty value is missing.
 *
 * @example parseSdmxCsv('TIME_PERIOD,OBS_VALUE\n2026-Q2,1.5', url) // [{ date: '2026-04-01', value: 1.5 }]
 * @throws FiqError `UPSTREAM_CHANGED`; `NOT_FOUND` for a header and one row without an observation,
 * which is how the IMF answers a question that nothing matches
 */
export function parseSdmxCsv(text: string, url: URL): SeriesPoint[] {
  const [header = [], ...rows] = csvRows(text)
  // Files with labels write `TIME_PERIOD: Time period`.
  const names = header.map((name) => name.split(':')[0]?.trim())
  const period = names.indexOf('TIME_PERIOD')
  const observed = names.indexOf('OBS_VALUE')
  if (period < 0 || observed < 0) refuse(url, 'a table without TIME_PERIOD and OBS_VALUE')
  const [only] = rows
  if (rows.length === 1 && !only?.[period] && !only?.[observed])
    throw new FiqError('NOT_FOUND', `${url.host} has no observation of this series.`)
  const points = rows.map((row) => {
    const [time = '', value = ''] = [row[period], row[observed]]
    const date = firstDayOf(time)
    if (date === undefined) refuse(url, `an unknown period ${JSON.stringify(time.slice(0, 40))}`)
    const number = value === '' || value === 'NaN' ? null : Number(value)
    if (number !== null && !Number.isFinite(number))
      refuse(url, `an unknown value ${JSON.stringify(value.slice(0, 40))}`)
    return { date, value: number }
  })
  return points.sort((a, b) => (a.date < b.date ? 1 : -1))
}

/** `2026`, `2026-S1`, `2026-Q2`, `2026-M03`, `2026-03` and `2026-03-31` are all written. */
function firstDayOf(period: string): string | undefined {
  const [, year, kind, rest, day] =
    /^(\d{4})(?:-([SQM]?)(\d{1,2})(?:-(\d{2}))?)?$/.exec(period) ?? []
  if (year === undefined) return undefined
  const months = { S: 6, Q: 3, M: 1 }[kind ?? ''] ?? 1
  const month = rest === undefined ? 1 : (Number(rest) - 1) * months + 1
  if (month < 1 || month > 12 || (day !== undefined && kind !== '')) return undefined
  const date = `${year}-${String(month).padStart(2, '0')}-${day ?? '01'}`
  const instant = Date.parse(`${date}T00:00:00Z`)
  const exists = Number.isFinite(instant) && new Date(instant).toISOString().startsWith(date)
  return exists ? date : undefined
}

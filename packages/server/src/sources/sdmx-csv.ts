import { FiqError } from '@fiq/shared/errors'
import { isIsoDay } from '../market-clock/calendar-day.ts'
import { refuse } from '../upstreams/checked-answer.ts'
import { numberCell, readableRows } from '../upstreams/csv-table.ts'
import type { ConnectorContext, SeriesPoint } from './connector.ts'
import type { Fetched } from './fetching.ts'

/**
 * Fetches observations in SDMX-CSV, the format of the ECB, the IMF, the OECD, Eurostat and the BIS.
 *
 * @returns newest first, each dated by the first day of its period; `null` for an empty value
 * @throws FiqError `NOT_FOUND` if no observation matches; `UPSTREAM_…`
 */
export async function fetchSdmx(
  url: URL,
  headers: Readonly<Record<string, string>>,
  context: ConnectorContext,
): Promise<Fetched<SeriesPoint[]>> {
  const { body, answer } = await context.csv(url, sdmxColumns, { headers })
  return { body: sdmxPoints(body, url), answer }
}

export const sdmxColumns = ['TIME_PERIOD', 'OBS_VALUE'] as const

/**
 * The observations in the rows of a table, newest first.
 *
 * @example sdmxPoints([['2026-Q2', '1.5']], url) // [{ date: '2026-04-01', value: 1.5 }]
 * @throws FiqError `UPSTREAM_CHANGED`; `NOT_FOUND` for a table without observations: if none
 * matches, the IMF returns a header and one row without a period
 */
export function sdmxPoints(rows: readonly [string, string][], url: URL): SeriesPoint[] {
  if (rows.every((cells) => cells.every((cell) => cell === '')))
    throw new FiqError('NOT_FOUND', `${url.host} has no observation of this series.`)
  const points = readableRows(rows, url, ([time, text]) => {
    const [date, value] = [firstDayOf(time), numberCell(text, ['', 'NaN'])]
    return date === undefined || value === undefined ? undefined : { date, value }
  })
  if (new Set(points.map(({ date }) => date)).size < points.length)
    refuse(url, 'two rows for one period, of different series')
  return points.sort((a, b) => (a.date < b.date ? 1 : -1))
}

/**
 * First day of a period such as `2026`, `2026-S1`, `2026-Q2`, `2026-M03`, `2026-03` or
 * `2026-03-31`.
 */
function firstDayOf(period: string): string | undefined {
  const [, year, kind, rest, day] =
    /^(\d{4})(?:-([SQM]?)(\d{1,2})(?:-(\d{2}))?)?$/.exec(period) ?? []
  if (year === undefined) return undefined
  const months = { S: 6, Q: 3, M: 1 }[kind ?? ''] ?? 1
  const month = rest === undefined ? 1 : (Number(rest) - 1) * months + 1
  if (month < 1 || month > 12 || (day !== undefined && kind !== '')) return undefined
  const date = `${year}-${String(month).padStart(2, '0')}-${day ?? '01'}`
  return isIsoDay(date) ? date : undefined
}

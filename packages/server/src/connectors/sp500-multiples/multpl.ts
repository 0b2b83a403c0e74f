import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../../sources/connector.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { readableRows } from '../../upstreams/csv-table.ts'

export const multpl: Upstream = {
  id: 'multpl',
  name: 'multpl.com',
  hosts: ['www.multpl.com'],
  url: 'https://www.multpl.com',
  licence: { class: 'restricted', text: 'multpl.com: terms not stated, an agreement is needed' },
  delay: 'daily',
  timing: { delay: 'end-of-day' },
}

/** The tables, by the names of the contract. Book and sales are quarterly. */
const tables: Readonly<Record<string, string>> = {
  'pe-ratio': 's-p-500-pe-ratio/table/by-month',
  'pe-ratio-ttm': 's-p-500-pe-ratio/table/by-month',
  'shiller-pe': 'shiller-pe/table/by-month',
  'price-to-book': 's-p-500-price-to-book/table/by-quarter',
  'price-to-sales': 's-p-500-price-to-sales/table/by-quarter',
  'dividend-yield': 's-p-500-dividend-yield/table/by-month',
  'earnings-yield': 's-p-500-earnings-yield/table/by-month',
}

const headers = { accept: 'text/html' }

/**
 * A multiple of the index, newest first.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadMultpl(
  series: string,
  context: ConnectorContext,
): Promise<Sourced<readonly SeriesPoint[]>> {
  const url = new URL(`https://www.multpl.com/${tables[series]}`)
  const { body, answer } = await context.text({ url, headers, expects: 'html' })
  const value = parseMultpl(body, url)
  const asOf = value[0]!.date
  const stale = isStaleSeries(value, context.now())
  return { value, provenance: [provenanceOf(multpl, answer, { asOf, stale })] }
}

const rowPattern = /<tr[^<>]*>\s*<td[^<>]*>([^<]{1,40})<\/td>\s*<td[^<>]*>([\s\S]{1,300}?)<\/td>/g

/**
 * Rows of the page's table, newest first. Estimates have a dagger, yields a percent sign.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function parseMultpl(html: string, url: URL): SeriesPoint[] {
  const rows = [...html.matchAll(rowPattern)]
  if (rows.length === 0) refuse(url, 'a page without the table')
  const points = readableRows(rows, url, ([, day = '', cell = '']) => {
    const date = dayOf(day.trim())
    const text = cell.replace(/<[^<>]*>/g, '').replace(/&#?\w+;|[†%,\s]/g, '')
    const value = Number(text)
    if (date === undefined || text === '' || !Number.isFinite(value)) return undefined
    return { date, value }
  })
  return points.sort((a, b) => (a.date < b.date ? 1 : -1))
}

/** Parses `Aug 1, 2026` to an ISO day, independently of this machine's time zone. */
function dayOf(text: string): string | undefined {
  if (!/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/.test(text)) return undefined
  const instant = Date.parse(`${text} UTC`)
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, 10)
}

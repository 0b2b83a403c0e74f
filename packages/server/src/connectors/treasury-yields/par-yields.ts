import { FiqError, hasCode } from '@fiq/shared/errors'
import { orNames } from '@fiq/shared/spelling/name-list'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { csvTable, numberCell, readableRows } from '../../upstreams/csv-table.ts'

export const usTreasury: Upstream = {
  id: 'us-treasury',
  name: 'U.S. Department of the Treasury, daily par yield curve',
  hosts: ['home.treasury.gov'],
  url: 'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'each evening of a trading day',
  timing: { delay: 'end-of-day', venue: 'indicative' },
}

/** Field of the answer, by column of the file. The columns vary by year. */
const columns = {
  '1 Mo': 'month1',
  '1.5 Month': 'weeks6',
  '2 Mo': 'month2',
  '3 Mo': 'month3',
  '4 Mo': 'month4',
  '6 Mo': 'month6',
  '1 Yr': 'year1',
  '2 Yr': 'year2',
  '3 Yr': 'year3',
  '5 Yr': 'year5',
  '7 Yr': 'year7',
  '10 Yr': 'year10',
  '20 Yr': 'year20',
  '30 Yr': 'year30',
} as const
export type Tenor = (typeof columns)[keyof typeof columns]

/** Yields of one day in percent a year; `null` for a missing maturity. */
export type ParYields = { date: string } & Record<Tenor, number | null>

/** First year of the curve, and maximum years of one query. */
export const firstYear = 1990
export const yearsMax = 40
const cacheSeconds = 3_600
const staleAfterDays = 6

/**
 * Days of some years, newest first. Skips years without a file.
 *
 * @throws FiqError `NOT_FOUND` if no year has days, `UPSTREAM_…`
 */
export async function loadYears(
  years: readonly number[],
  context: ConnectorContext,
): Promise<Sourced<readonly ParYields[]>> {
  const loaded = await Promise.allSettled(years.map((year) => loadYear(year, context)))
  const found = loaded.flatMap((year) => (year.status === 'fulfilled' ? [year.value] : []))
  const failed = loaded.find(
    (year) => year.status === 'rejected' && !hasCode(year.reason, 'NOT_FOUND'),
  )
  if (failed) throw (failed as PromiseRejectedResult).reason
  const value = found.flatMap(({ rows }) => rows).sort((a, b) => (a.date < b.date ? 1 : -1))
  const asOf = value[0]?.date
  if (asOf === undefined)
    throw new FiqError(
      'NOT_FOUND',
      `There are no Treasury yields of ${orNames(years.map(String))}.`,
    )
  const stale =
    years.includes(context.now().getUTCFullYear()) && ageDays(asOf, context.now()) > staleAfterDays
  return { value, provenance: [{ ...found[0]!.provenance, asOf, stale }] }
}

function loadYear(
  year: number,
  context: ConnectorContext,
): Promise<{ rows: ParYields[]; provenance: Provenance }> {
  return context.cached(`treasury:${year}`, cacheSeconds, async (context) => {
    const url = new URL(
      `https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/${year}/all`,
    )
    url.search = `type=daily_treasury_yield_curve&field_tdr_date_value=${year}&_format=csv`
    const { body, answer } = await context.text({ url, expects: 'csv', bulk: true })
    const rows = parseParYields(body, url)
    return { rows, provenance: provenanceOf(usTreasury, answer, { stale: false }) }
  })
}

const nothing = Object.fromEntries(Object.values(columns).map((tenor) => [tenor, null])) as Record<
  Tenor,
  number | null
>

/**
 * Rows of one year: columns by name, days as MM/DD/YYYY. Empty for a year without a completed day.
 *
 * @throws FiqError `UPSTREAM_CHANGED`, also for an unknown column in the place of a known one
 */
export function parseParYields(text: string, url: URL): ParYields[] {
  const { header, rows, others } = csvTable(text, url, ['Date', '10 Yr'], ',', namesIn)
  const names = namesIn(header)
  const unknown = header.filter((name) => name !== 'Date' && !(name in columns))
  if (unknown.length > 0 && names.length < Object.keys(columns).length)
    refuse(url, `the unknown column ${JSON.stringify(unknown[0]!.slice(0, 40))}`)
  return readableRows(rows, url, ([day = ''], row) => {
    const date = day.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return undefined
    const yields = { date, ...nothing }
    for (const [index, name] of names.entries()) {
      const percent = numberCell(others[row]![index]!, ['', 'N/A'])
      if (percent === undefined) return undefined
      yields[columns[name]] = percent
    }
    return yields
  })
}

function namesIn(header: readonly string[]): (keyof typeof columns)[] {
  return (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => header.includes(name))
}

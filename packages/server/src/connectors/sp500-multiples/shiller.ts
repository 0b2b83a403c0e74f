import type { ConnectorContext, SeriesPoint, Sourced, Upstream } from '../../sources/connector.ts'
import { isStaleSeries } from '../../sources/series-age.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { tidy } from '../../sources/tidy.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { type Cells, numberCell, readableRows } from '../../upstreams/csv-table.ts'

export const shiller: Upstream = {
  id: 'shiller',
  name: 'Robert Shiller, US stock markets 1871 to the present',
  hosts: ['raw.githubusercontent.com'],
  url: 'https://github.com/datasets/s-and-p-500',
  licence: { class: 'public', text: 'PDDL 1.0 (datasets/s-and-p-500); source Robert Shiller' },
  delay: 'monthly; earnings and dividends months behind prices',
  timing: { delay: 'periodic' },
}

/** Multiples computed from the table: price, dividend, earnings of twelve months, and PE10. */
export const multiples: Readonly<Record<string, (row: ShillerRow) => number | null>> = {
  'pe-ratio': ({ price, earnings }) => ratio(price, earnings),
  'pe-ratio-ttm': ({ price, earnings }) => ratio(price, earnings),
  'shiller-pe': ({ pe10 }) => pe10,
  'dividend-yield': ({ price, dividend }) => percent(ratio(dividend, price)),
  'earnings-yield': ({ price, earnings }) => percent(ratio(earnings, price)),
}

/** One month. `null` for a missing value, which the table writes as 0.0. */
export type ShillerRow = {
  date: string
  price: number | null
  dividend: number | null
  earnings: number | null
  pe10: number | null
}

/**
 * A multiple of the index by month, newest first, between the newest and the oldest month with a
 * value.
 *
 * @returns `undefined` for a multiple that the table does not have
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadShiller(
  series: string,
  context: ConnectorContext,
): Promise<Sourced<readonly SeriesPoint[]> | undefined> {
  const multiple = multiples[series]
  if (!multiple) return undefined
  const url = new URL('https://raw.githubusercontent.com/datasets/s-and-p-500/main/data/data.csv')
  const { body, answer } = await context.csv(url, shillerColumns)
  const points = shillerRows(body, url)
    .map((row) => ({ date: row.date, value: multiple(row) }))
    .reverse()
  const first = points.findIndex(({ value }) => value !== null)
  const last = points.findLastIndex(({ value }) => value !== null)
  if (first < 0) refuse(url, 'a table without figures')
  const value = points.slice(first, last + 1)
  const asOf = value[0]!.date
  const stale = isStaleSeries(value, context.now())
  return { value, provenance: [provenanceOf(shiller, answer, { asOf, stale })] }
}

export const shillerColumns = ['Date', 'SP500', 'Dividend', 'Earnings', 'PE10'] as const

/**
 * Months in the order of the table, oldest first. 0.0 is a missing value.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function shillerRows(rows: readonly Cells<typeof shillerColumns>[], url: URL): ShillerRow[] {
  return readableRows(rows, url, ([date, ...texts]) => {
    const numbers = texts.map((text) => numberCell(text))
    if (!/^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/.test(date) || numbers.includes(undefined))
      return undefined
    const [price, dividend, earnings, pe10] = numbers.map((number) => number || null)
    return {
      date,
      price: price ?? null,
      dividend: dividend ?? null,
      earnings: earnings ?? null,
      pe10: pe10 ?? null,
    }
  })
}

function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : tidy(a / b)
}

function percent(value: number | null): number | null {
  return value === null ? null : tidy(100 * value)
}

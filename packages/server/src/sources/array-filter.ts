import { defined } from '@fiq/shared/defined'
import { refuseArgument } from '@fiq/shared/errors'
import { isIsoDay } from '../market-clock/calendar-day.ts'
import type { Provenance, Sourced } from './connector.ts'

/** The five fields of every argument `filter` of a list, after coercion by the schema. */
export type ArrayFilter = {
  /** Maximum items, 1 to 500. */
  limit: number
  /** Items to skip after sorting. */
  offset: number
  /** Order by time; DESC is newest first. */
  sort: 'ASC' | 'DESC'
  /** Inclusive bounds, ISO 8601 day or UTC instant. */
  since?: string
  until?: string
}

/** The filter of a field if the query gives none. */
export const defaultFilter: ArrayFilter = { limit: 20, offset: 0, sort: 'DESC' }

/** Maximum limit of the public contract. Some fields have a lower one. */
export const filterLimitMax = 500

/**
 * Selects rows within the bounds by the date that `dateOf` returns, sorts them, and takes a page.
 * Dates are compared as instants: `since: "2025-02-01T00:00:00Z"` includes the row of `2025-02-01`,
 * and `until: "2025-02-01"` includes every instant of that day. Rows of equal date keep their
 * order.
 *
 * @example applyFilter(bars, { limit: 5, offset: 0, sort: 'DESC' }, (bar) => bar.date)
 */
export function applyFilter<row>(
  rows: readonly row[],
  filter: ArrayFilter,
  dateOf: (row: row) => string,
): row[] {
  return cutPage(rows, filter, dateOf).value
}

/** The page that {@link applyFilter} returns, and the number of rows within the bounds. */
export function cutPage<row>(
  rows: readonly row[],
  filter: ArrayFilter,
  dateOf: (row: row) => string,
): { value: row[]; total: number } {
  const since = filter.since == null ? -Infinity : instantOf(filter.since)
  const until = filter.until == null ? Infinity : lastInstantOf(filter.until)
  const direction = filter.sort === 'ASC' ? 1 : -1
  const within = rows
    .map((row) => ({ row, instant: instantOf(dateOf(row)) }))
    .filter(({ instant }) => instant >= since && instant <= until)
    .sort((a, b) => direction * (a.instant - b.instant))
  const page = within.slice(filter.offset, filter.offset + filter.limit)
  return { value: page.map(({ row }) => row), total: within.length }
}

/**
 * A page of a dated series. `asOf` is the date of the page's newest row if that is earlier than the
 * source's; a page of the past does not become stale.
 */
export function pageOf<row>(
  { value, provenance, ...rest }: Sourced<readonly row[]>,
  filter: ArrayFilter,
  dateOf: (row: row) => string,
): Sourced<row[]> {
  const { value: page, total } = cutPage(value, filter, dateOf)
  const [newest] = page.map(dateOf).sort((a, b) => instantOf(b) - instantOf(a))
  if (newest === undefined) return { value: page, total, provenance, ...rest }
  const inTime = (own: Provenance): Provenance =>
    own.asOf === null || lastInstantOf(newest) >= instantOf(own.asOf)
      ? own
      : { ...own, asOf: newest, stale: own.stale === null ? null : false }
  return { value: page, total, provenance: provenance.map(inTime), ...rest }
}

/**
 * Provenance of some rows of a list: `asOf` of each source is the newest time of its own rows, if
 * that is earlier than the source's. A source without a row keeps its time.
 *
 * @param timeOf time of a row; `null` for a row without one
 * @param now limit of a time from a source that states none
 */
export function provenanceOfRows<row>(
  { provenance, rowProvenance }: Pick<Sourced<unknown>, 'provenance' | 'rowProvenance'>,
  rows: readonly row[],
  timeOf: (row: row) => string | null,
  now: Date,
): Provenance[] {
  const times = rows.map((row) => ({ time: timeOf(row), from: rowProvenance?.get(row) ?? [] }))
  return provenance.map((own) => {
    const isOwn = ({ sourceUrl }: Provenance) => sourceUrl === own.sourceUrl
    const ofSource = times.filter(({ from }) => rowProvenance === undefined || from.some(isOwn))
    const [newest] = ofSource
      .flatMap(({ time }) => time ?? [])
      .sort((a, b) => instantOf(b) - instantOf(a))
    const limit = own.asOf === null ? now.getTime() : instantOf(own.asOf)
    if (newest === undefined || instantOf(newest) > limit) return own
    const isDay = own.asOf !== null && lastInstantOf(newest) >= limit
    return isDay ? own : { ...own, asOf: newest }
  })
}

/**
 * Checks bounds that the SDL cannot express. `limitMax` is for fields with a lower limit than 500.
 *
 * @throws FiqError `BAD_INPUT` naming `filter.limit`, `filter.offset`, `filter.sort`,
 * `filter.since` or `filter.until`
 */
export function arrayFilterBounds(filter: unknown, limitMax: number = filterLimitMax): void {
  if (filter == null) return
  const { limit, offset, sort, since, until } = filter as Record<string, unknown>
  if (limit != null && !isIntegerWithin(limit, 1, limitMax))
    refuseArgument('filter.limit', `a whole number from 1 to ${limitMax}`, limit)
  if (offset != null && !isIntegerWithin(offset, 0, Number.MAX_SAFE_INTEGER))
    refuseArgument('filter.offset', 'a whole number from 0', offset)
  if (sort != null && sort !== 'ASC' && sort !== 'DESC')
    refuseArgument('filter.sort', 'ASC or DESC', sort)
  if (since != null && !isIsoTime(since))
    refuseArgument('filter.since', 'an ISO 8601 date or date-time', since)
  if (until != null && !isIsoTime(until))
    refuseArgument('filter.until', 'an ISO 8601 date or date-time', until)
}

/**
 * The filter from coerced arguments. An absent or null field gets its default. A bound with a time
 * becomes UTC, so that its first ten characters are the UTC day, which upstreams take.
 */
export function arrayFilterOf(filter: unknown): ArrayFilter {
  const fields = (filter ?? {}) as { [field in keyof ArrayFilter]?: ArrayFilter[field] | null }
  return {
    limit: fields.limit ?? defaultFilter.limit,
    offset: fields.offset ?? defaultFilter.offset,
    sort: fields.sort ?? defaultFilter.sort,
    ...defined({ since: inUtc(fields.since), until: inUtc(fields.until) }),
  }
}

/** A time in UTC. Other text stays: the size of an answer is estimated before the bounds refuse it. */
function inUtc(time: string | null | undefined): string | undefined {
  return time?.includes('T') && isIsoTime(time)
    ? new Date(instantOf(time)).toISOString()
    : (time ?? undefined)
}

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const dayMs = 86_400_000

function isIsoTime(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const isTime = isoTime.test(value) && Number.isFinite(instantOf(value))
  return isTime && isIsoDay(value.slice(0, 10))
}

/** Milliseconds since 1970. A time without an offset is UTC, whatever this machine's time zone. */
function instantOf(time: string): number {
  const hasZone = !time.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/.test(time)
  return Date.parse(hasZone ? time : `${time}Z`)
}

function lastInstantOf(time: string): number {
  return time.includes('T') ? instantOf(time) : instantOf(time) + dayMs - 1
}

function isIntegerWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}

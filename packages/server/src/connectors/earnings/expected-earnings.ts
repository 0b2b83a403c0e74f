import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'

/** An announcement of results that a calendar expects. */
export type ExpectedEarnings = {
  /** ISO 8601. */
  date: string
  /** Before, during or after the regular session of US exchanges. */
  session: 'PRE' | 'REGULAR' | 'POST' | null
  /** Last day of the period, ISO 8601. */
  periodEnd: string | null
  fiscalYear: number | null
  /** `Q1` to `Q4`. */
  fiscalPeriod: string | null
  /** Mean estimate of analysts, in `currency`. */
  epsEstimate: number | null
  /** In whole units of `currency`. */
  revenueEstimate: number | null
  currency: string | null
}

/** A calendar of announcements. */
export type EarningsCalendar = {
  upstream: Upstream
  /**
   * @param ticker of a US share, in the directory's spelling
   * @returns an empty list if the calendar has no date of the company
   * @throws FiqError `UPSTREAM_…`
   */
  load(ticker: string, context: ConnectorContext): Promise<Sourced<readonly ExpectedEarnings[]>>
}

/** Days ahead that the calendars cover. */
export const daysAhead = 92

import { FiqError } from '@fiq/shared/errors'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import type { ConnectorContext, Sourced } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { fromSources } from '../../sources/sourced.ts'
import { isShare } from '../../sources/symbols/share-symbol.ts'
import { alphaVantageCalendar } from './alpha-vantage-calendar.ts'
import type { EarningsCalendar, ExpectedEarnings } from './expected-earnings.ts'
import { finnhubCalendar } from './finnhub-calendar.ts'

const calendars: readonly EarningsCalendar[] = [alphaVantageCalendar, finnhubCalendar]

/** The calendars, in order of preference. */
export const calendarSources = calendars.map(({ upstream }) => upstream)
export const calendarArea = 'earnings calendar'
/** Maximum announcements of one company. There is one a quarter. */
export const expectedMax = 8

/**
 * Announcements of results from today on, earliest first, from the first calendar that has any.
 * Empty for an entity that is no US share.
 *
 * @throws FiqError `UPSTREAM_…` if no calendar answers, `NOT_CONFIGURED` if none is on
 */
export async function loadExpected(
  { type, ticker }: EntityRecord,
  context: ConnectorContext,
): Promise<Sourced<readonly ExpectedEarnings[]>> {
  if (type !== 'EQUITY' || !isShare(ticker)) return { value: [], provenance: [] }
  const today = newYorkDay(context.now().toISOString())
  let nothing: Sourced<readonly ExpectedEarnings[]> | undefined
  const sources = calendars.map(({ upstream, load }) => ({
    upstream,
    async load() {
      const { value, provenance } = await load(ticker, context)
      const ahead = value.filter(({ date }) => date >= today).slice(0, expectedMax)
      if (ahead.length > 0) return { value: ahead, provenance }
      nothing ??= { value: [], provenance }
      return undefined
    },
  }))
  try {
    return await fromSources(calendarArea, sources, context)
  } catch (error) {
    // A calendar without a date of the company is an answer.
    if (nothing && error instanceof FiqError) return nothing
    throw error
  }
}

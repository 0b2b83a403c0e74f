import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { isIsoDay } from '../../market-clock/calendar-day.ts'
import { refuseAsLimited } from '../../upstreams/checked-answer.ts'
import type { ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { usableMembers } from '../usable-rows.ts'
import type { Range } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

export const alphaVantageBars: Upstream = {
  id: 'alpha-vantage-bars',
  name: 'Alpha Vantage daily bars, not adjusted for splits',
  hosts: ['www.alphavantage.co'],
  url: 'https://www.alphavantage.co/documentation/#daily',
  licence: { class: 'restricted', text: "Alpha Vantage: as the operator's plan allows" },
  delay: 'end of day on a free plan',
  timing: { delay: 'end-of-day', venue: 'consolidated' },
  key: 'ALPHAVANTAGE_API_KEY',
}

/** A compact response has a hundred days; the full one needs a paid plan. */
const compactRanges: ReadonlySet<Range> = new Set(['1d', '5d', '1mo', '3mo'])

/**
 * Daily bars of a share, oldest first, not adjusted.
 *
 * @throws FiqError `NOT_FOUND` for an unknown symbol, `TIER_DENIED` for a longer range on a personal
 * server, `UPSTREAM_…`
 */
export async function loadAlphaVantageBars(
  symbol: string,
  range: Range,
  context: ConnectorContext,
): Promise<SourcedBars> {
  // One of 24 requests a day would receive only a notice.
  if (context.isPersonal && !compactRanges.has(range))
    throw new FiqError('TIER_DENIED', 'A free key of Alpha Vantage has bars of a hundred days.', {
      remedy: 'Query 3mo or a shorter range, or add the key of another source.',
    })
  const url = new URL('https://www.alphavantage.co/query?function=TIME_SERIES_DAILY')
  url.searchParams.set('symbol', symbol)
  url.searchParams.set('outputsize', compactRanges.has(range) ? 'compact' : 'full')
  const { body, answer } = await context.json(
    url,
    z.union([seriesSchema, errorSchema, noticeSchema]),
  )
  if ('notice' in body) refuseAsLimited(url)
  const bars = 'bars' in body ? body.bars : []
  return sourcedBars(alphaVantageBars, answer, { symbol, bars, range, currency: 'USD' }, context)
}

const number = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number)
const seriesSchema = z
  .object({
    'Time Series (Daily)': usableMembers(
      z.object({
        '1. open': number,
        '2. high': number,
        '3. low': number,
        '4. close': number,
        '5. volume': number,
      }),
    ),
  })
  .transform((body) => ({
    bars: Object.entries(body['Time Series (Daily)'])
      .filter(([date]) => isIsoDay(date))
      .map(([date, bar]) => ({
        date,
        open: bar['1. open'],
        high: bar['2. high'],
        low: bar['3. low'],
        close: bar['4. close'],
        volume: bar['5. volume'],
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }))
/**
 * An error for an unknown symbol, and a notice for a used-up quota or an insufficient plan. Both
 * have status 200.
 */
const errorSchema = z.object({ 'Error Message': z.string() }).transform(() => ({ unknown: true }))
const noticeSchema = z
  .union([z.object({ Information: z.string() }), z.object({ Note: z.string() })])
  .transform(() => ({ notice: true }))

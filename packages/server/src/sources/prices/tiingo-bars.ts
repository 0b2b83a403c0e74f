import { z } from 'zod'
import { refuse } from '../../upstreams/checked-answer.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { tidy } from '../tidy.ts'
import { type CorporateActions, withActions } from './corporate-actions.ts'
import { type Range, startDay } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

/** Daily bars of Tiingo. Its terms forbid storing responses on disk. */
export const tiingoBars: Upstream = {
  id: 'tiingo-bars',
  name: 'Tiingo end-of-day bars',
  hosts: ['api.tiingo.com'],
  url: 'https://www.tiingo.com/documentation/end-of-day',
  licence: { class: 'restricted', text: "Tiingo: as the operator's plan allows; no storage" },
  delay: 'end of day',
  timing: { delay: 'end-of-day', venue: 'consolidated' },
  key: 'TIINGO_API_KEY',
}

const firstDay = '1962-01-02'

/**
 * Daily bars of a US share, oldest first. Tiingo states prices and dividends as traded, with the
 * split of each day. Here, earlier ones are divided by later splits.
 *
 * @throws FiqError `NOT_FOUND` for an unknown symbol, `UPSTREAM_…`
 */
export async function loadTiingoBars(
  symbol: string,
  range: Range,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const path = `/tiingo/daily/${encodeURIComponent(symbol)}/prices`
  const url = new URL(path, 'https://api.tiingo.com')
  url.searchParams.set('startDate', startDay(range, context.now()) ?? firstDay)
  const { body, answer } = await context.json(url, pricesSchema)
  const bars = withActions(...splitAdjusted(body))
  if (2 * bars.length < body.length) refuse(url, 'days without a close')
  return sourcedBars(tiingoBars, answer, { symbol, bars, range, currency: 'USD' }, context)
}

/** `null` for a missing or odd cell. */
const figure = z.number().nullable().catch(null)
const pricesSchema = z.array(
  z.object({
    // Midnight, with `Z` or the offset `+00:00`.
    date: z.iso.datetime({ offset: true }),
    open: figure,
    high: figure,
    low: figure,
    close: figure,
    volume: figure,
    // Earlier rows depend on these, so one odd cell refuses them all.
    divCash: z.number().nonnegative(),
    splitFactor: z.number().positive(),
  }),
)

function splitAdjusted(rows: z.output<typeof pricesSchema>): [Bar[], CorporateActions] {
  const newestFirst = [...rows].sort((a, b) => b.date.localeCompare(a.date))
  const dividends = new Map<string, number>()
  const splits = new Map<string, number>()
  let later = 1
  const bars = newestFirst.flatMap((row): Bar[] => {
    const date = row.date.slice(0, 10)
    const divisor = later
    if (row.divCash > 0) dividends.set(date, row.divCash / divisor)
    if (row.splitFactor !== 1) splits.set(date, row.splitFactor)
    // Prices and dividends of a day already reflect the split of that day; those of earlier days do
    // not.
    later *= row.splitFactor
    if (row.close === null) return []
    const before = (price: number | null) => (price === null ? null : tidy(price / divisor))
    const [open, high, low] = [before(row.open), before(row.high), before(row.low)]
    const volume = row.volume === null ? null : tidy(row.volume * divisor)
    return [{ date, open, high, low, close: row.close / divisor, volume }]
  })
  return [bars.reverse(), { dividends, splits }]
}

import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import { dxFeed, dxFeedSymbol } from '../../sources/prices/dx-feed-bars.ts'
import { emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import { type QuoteSource, staleAfterDays, unreadable } from '../../sources/prices/quote-source.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling } from '../../sources/symbols/share-symbol.ts'
import { usableMembers } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'

/** Prices of US shares with 15 minutes delay, one request for all, without the previous close. */
export const dxFeedQuotes: QuoteSource = {
  upstream: dxFeed,
  symbolsMax: 50,
  covers: hasPlainSpelling,
  async load(symbols, context) {
    const url = new URL('https://demo.dxfeed.com/webservice/rest/events.json')
    url.searchParams.set('events', 'Trade')
    url.searchParams.set('symbols', symbols.map(dxFeedSymbol).join(','))
    const { body, answer } = await context.json(url, eventsSchema)
    const { isOpen, marketState } = marketClock(context.now())
    const value = new Map<string, QuoteRow>()
    for (const symbol of symbols) {
      const trade = body.Trade?.[dxFeedSymbol(symbol)]
      if (!trade || trade.time === 0 || typeof trade.price !== 'number') continue
      value.set(symbol, {
        ...emptyRow(symbol),
        price: trade.price,
        volume: typeof trade.dayVolume === 'number' ? trade.dayVolume : null,
        currency: 'USD',
        asOf: instantText(trade.time),
        marketState,
      })
    }
    const asOf = [...value.values()].map((row) => row.asOf ?? '').sort()[0] ?? answer.asOf
    const limit = isOpen ? 2 * staleAfterDays.open : staleAfterDays.closed
    const stale = ageDays(asOf, context.now()) > limit
    const missed = unreadable(symbols, value, body.Trade ?? {}, url)
    return { value, provenance: [provenanceOf(dxFeed, answer, { asOf, stale })], missed }
  },
}

/** The figures of a symbol without a trade are the text `NaN`. */
const number = z.union([z.number(), z.literal('NaN')])
const eventsSchema = z.object({
  status: z.literal('OK'),
  Trade: usableMembers(
    z.object({
      time: z.int().min(0).max(8.64e15),
      price: number,
      dayVolume: number.nullish(),
    }),
  ).optional(),
})

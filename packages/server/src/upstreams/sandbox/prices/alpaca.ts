import { newYorkIso, newYorkTime } from '../../../market-clock/new-york-time.ts'
import { isListed } from '../market/instruments.ts'
import { dayOf, iso } from '../market/newest-first.ts'
import type { BookBar, PriceBook } from '../market/price-book.ts'
import { atPaths, type Route } from '../market/route.ts'

/** Shares at this price or more, in dollars, announce a split. */
const splitAnchor = 300
const splitAheadMs = 28 * 86_400_000

const weekdayFrom = (at: number): number => {
  const day = new Date(at).getUTCDay()
  return at + (day === 6 ? 2 : day === 0 ? 1 : 0) * 86_400_000
}

/** `/v2/stocks` and `/v1/corporate-actions` of data.alpaca.markets. Omits unknown shares. */
export function alpaca(book: PriceBook): Route {
  const sharesOf = (url: URL) =>
    (url.searchParams.get('symbols') ?? '').split(',').flatMap((symbol) => {
      // Alpaca writes share classes with a point.
      const share = book.find(symbol.replace('.', '-'))
      return share && isListed(share) ? [{ symbol, share }] : []
    })
  return atPaths({
    '/v2/stocks/snapshots': (url, now) =>
      Object.fromEntries(
        sharesOf(url).map(({ symbol, share }) => {
          const { price, time } = book.quote(share, now)
          const days = book.daily(share, book.sessionsBack(share, 2, now), now)
          const [before, today] = days.slice(-2).map(dayBar)
          const latestTrade = { t: iso(time), p: price }
          return [symbol, { latestTrade, dailyBar: today, prevDailyBar: before }]
        }),
      ),
    '/v2/stocks/bars': (url, now) => {
      const minutes = Number(/^(\d+)Min$/.exec(url.searchParams.get('timeframe') ?? '')?.[1] ?? 0)
      const from = Date.parse(url.searchParams.get('start') ?? '')
      const end = Math.min(now, Date.parse(url.searchParams.get('end') ?? ''))
      const bars = sharesOf(url).map(({ symbol, share }) => [
        symbol,
        minutes > 0
          ? book.intraday(share, minutes, from, end).map(bar)
          : book.daily(share, from, end).map(dayBar),
      ])
      return { bars: Object.fromEntries(bars), next_page_token: null }
    },
    '/v1/corporate-actions': (url, now) => {
      const from = Date.parse(url.searchParams.get('start') ?? '')
      const until = Math.max(now, Date.parse(url.searchParams.get('end') ?? ''))
      const shares = sharesOf(url)
      const cash_dividends = shares.flatMap(({ symbol, share }) =>
        book.dividends(share, from, until).map(({ exOpen, amount }) => {
          return { symbol, ex_date: dayOf(exOpen), rate: amount, special: false, foreign: false }
        }),
      )
      // Prices are adjusted for past splits, so only announced ones are invented.
      const ex_date = dayOf(weekdayFrom(now + splitAheadMs))
      const forward_splits = shares
        .filter(({ share }) => share.anchor >= splitAnchor && now + splitAheadMs <= until)
        .map(({ symbol }) => ({ symbol, ex_date, new_rate: 4, old_rate: 1 }))
      return { corporate_actions: { cash_dividends, forward_splits }, next_page_token: null }
    },
  })
}

function bar({ start, open, high, low, close, volume }: BookBar) {
  return { t: iso(start), o: open, h: high, l: low, c: close, v: volume }
}

/** A daily bar is dated at midnight in New York. */
function dayBar(day: BookBar) {
  const { day: number } = newYorkTime(new Date(day.start))
  return bar({ ...day, start: Date.parse(newYorkIso({ day: number, minute: 0 })) })
}

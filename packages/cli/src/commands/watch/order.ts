import { textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'
import type { WatchState } from './state.ts'

/** A line of the table: a ticker, or the title of a group. */
export type Line = { ticker: string } | { title: string }

const kinds = [
  { title: 'indices', pattern: /^\^/ },
  { title: 'crypto assets', pattern: /-(USD|EUR|GBP|USDT|USDC|BTC|ETH)$/ },
  { title: 'currencies', pattern: /=X$/ },
  { title: 'futures', pattern: /=F$/ },
] as const
const others = 'stocks and funds'
const noList = 'no list'

/** Tickers in their displayed order, with the titles of their groups. */
export function shownLines(state: WatchState): readonly Line[] {
  const sorted = sortedTickers(state)
  if (state.group === 'none') return sorted.map((ticker) => ({ ticker }))
  const groups = Map.groupBy(sorted, (ticker) => groupOf(state, ticker))
  return [...groups].flatMap(([title, tickers]) => [
    { title },
    ...tickers.map((ticker) => ({ ticker })),
  ])
}

/** The tickers without group titles, which are the selectable rows. */
export function shownTickers(state: WatchState): readonly string[] {
  return shownLines(state).flatMap((line) => ('ticker' in line ? [line.ticker] : []))
}

function groupOf({ group, lists }: WatchState, ticker: string): string {
  if (group === 'list') return lists.get(ticker) ?? noList
  return kinds.find(({ pattern }) => pattern.test(ticker))?.title ?? others
}

/** Sorts by a number, largest first. A ticker without one is last in both directions. */
function sortedTickers({ tickers, quotes, sort }: WatchState): readonly string[] {
  const { by, isReversed } = sort
  if (by === 'given') return isReversed ? tickers.toReversed() : tickers
  if (by === 'ticker') {
    const sorted = tickers.toSorted()
    return isReversed ? sorted.reverse() : sorted
  }
  const field = by === 'change' ? 'changePercent' : by
  const valued = tickers.flatMap((ticker) => {
    const value = quotes.get(ticker)?.[field]
    return isNumber(value) ? [{ ticker, value }] : []
  })
  valued.sort((one, other) => (isReversed ? one.value - other.value : other.value - one.value))
  const sorted = valued.map(({ ticker }) => ticker)
  return [...sorted, ...tickers.filter((ticker) => !sorted.includes(ticker))]
}

/** Daily changes in percent, largest first. Omits tickers without one. */
export function changesOf({
  tickers,
  quotes,
}: WatchState): readonly { ticker: string; change: number }[] {
  return tickers
    .flatMap((ticker) => {
      const row = quotes.get(ticker)
      const change = row?.['changePercent']
      return row && isNumber(change) ? [{ ticker: textIn(row, 'ticker'), change }] : []
    })
    .sort((one, other) => other.change - one.change)
}

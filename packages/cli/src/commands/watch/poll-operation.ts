import { barsIn } from '../../bars/bars-in.ts'
import type { Answer } from '../../query/answer.ts'
import type { Operation } from '../../query/operation.ts'
import { isRow, type Row, rowsOf, textIn } from '../../query/rows.ts'
import { barsKey, chosenTicker, type Market, needsBars, type WatchState } from './state.ts'

const rows =
  'quotes(tickers: $tickers) { ticker price change changePercent volume marketCap previousClose }'
const clock = 'marketStatus { isOpen nextOpen nextClose }'
const bars =
  'priceHistory(tickers: $chosen, range: $range, interval: $interval) { ticker bars { date open high low close volume } problem }'

/** All that one poll asks: prices, the market's clock and, where they are needed, bars. */
export function pollOperation(state: WatchState): Operation {
  const { tickers, frame } = state
  const label = `watch ${tickers.join(' ')}`.slice(0, 120)
  if (!showsBars(state))
    return {
      query: `query ($tickers: [String!]!) { ${rows} ${clock} }`,
      variables: { tickers },
      label,
    }
  return {
    query: `query ($tickers: [String!]!, $chosen: [String!]!, $range: String, $interval: String) { ${rows} ${clock} ${bars} }`,
    variables: {
      tickers,
      chosen: [chosenTicker(state)],
      range: frame.range,
      interval: frame.interval,
    },
    label,
  }
}

/** Bars of days do not change within one: they are asked for once. */
function showsBars(state: WatchState): boolean {
  return state.chart !== 'none' && (needsBars(state) || state.frame.isIntraday)
}

/** The state with what an answer brought to what was asked in it. */
export function withAnswer(now: WatchState, asked: WatchState, answer: Answer): WatchState {
  const quotes = new Map(now.quotes)
  // What did not come was asked all the same: it is not asked for again before its time.
  for (const ticker of asked.tickers) if (!quotes.has(ticker)) quotes.set(ticker, { ticker })
  for (const row of rowsOf(answer.data?.['quotes'])) quotes.set(textIn(row, 'ticker'), row)
  const held = new Map(now.bars)
  const [history] = rowsOf(answer.data?.['priceHistory'])
  const key = barsKey(chosenTicker(asked), asked.frame)
  if (history || (showsBars(asked) && !held.has(key))) held.set(key, history ? barsIn(history) : [])
  const status = answer.data?.['marketStatus']
  const problem = history && textIn(history, 'problem')
  return {
    ...now,
    quotes,
    bars: held,
    market: isRow(status) ? marketOf(status) : now.market,
    isSandbox: answer.sandbox,
    said: answer.errors[0]?.message ?? problem ?? '',
  }
}

function marketOf(row: Row): Market {
  return {
    isOpen: row['isOpen'] === true,
    nextOpen: Date.parse(textIn(row, 'nextOpen')),
    nextClose: Date.parse(textIn(row, 'nextClose')),
  }
}

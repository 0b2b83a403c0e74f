import { isObject } from '@fiq/shared/json'
import { barsIn } from '../../bars/bars-in.ts'
import { nextOpening } from '../../bars/opening-hours.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import { marketStateOf } from '../../command-line/views/quote-table.ts'
import type { Answer } from '../../query/answer.ts'
import type { Operation } from '../../query/operation.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { dayFrame, type Frame, frameNamed } from './frames.ts'
import { withPrice } from './live-bars.ts'
import { polledTickers } from './phases.ts'
import { barsKey, isUsListing, type Market, type WatchState } from './state.ts'

/** The values that one query requests. All other displayed values are already present. */
export type WatchNeeds = {
  quotes: readonly string[]
  bars: readonly string[]
  frame: Frame
  hasClock: boolean
}

/** No needs. Extended for one query. */
export const nothing: WatchNeeds = { quotes: [], bars: [], frame: dayFrame, hasClock: false }

/**
 * The values of a poll: all prices that can change, the day's bars of new tickers, and the market
 * clock when it is due.
 */
export function pollNeeds(state: WatchState, now: number): WatchNeeds {
  const quotes = polledTickers(state, now)
  return { ...newNeeds(state), quotes, hasClock: isClockDue(state, now) }
}

/** The missing values of tickers without a price. Excludes values that were queried before. */
export function newNeeds({ tickers, quotes, bars }: WatchState): WatchNeeds {
  const added = tickers.filter((ticker) => !quotes.has(ticker))
  return {
    ...nothing,
    quotes: added,
    bars: added.filter((ticker) => !bars.has(barsKey(ticker, dayFrame))),
  }
}

/** The bars of the displayed frame for these tickers. */
export function barsNeeds({ frame }: WatchState, tickers: readonly string[]): WatchNeeds {
  return { ...nothing, bars: tickers, frame }
}

function isClockDue(state: WatchState, now: number): boolean {
  const { market, tickers } = state
  if (!tickers.some(isUsListing)) return market === undefined
  return market === undefined || now >= (market.isOpen ? market.nextClose : market.nextOpen)
}

/** Maximum tickers of one field, from the catalog. */
const quotesMax = 100
const historiesMax = 50

const quoteFields =
  'ticker name price change changePercent open dayLow dayHigh volume marketCap previousClose currency asOf marketState extendedPrice extendedChangePercent problem'

/** The query for the wanted values. Lists above a field's limit are divided. */
export function watchOperation(needs: WatchNeeds, label: string): Operation {
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  const fields: string[] = []
  // The approval names its price rows by the aliases.
  const add = (word: string, tickers: readonly string[], most: number, field: string) => {
    for (let from = 0; from < tickers.length; from += most) {
      const name = from === 0 ? word : `${word}${from / most + 1}`
      variables[name] = tickers.slice(from, from + most)
      declared.push(`$${name}: [String!]!`)
      fields.push(`${name}: ${field.replace('$', `$${name}`)}`)
    }
  }
  add('quotes', needs.quotes, quotesMax, `quotes(tickers: $) { ${quoteFields} }`)
  const { name, interval } = needs.frame
  add(
    'bars',
    needs.bars,
    historiesMax,
    `priceHistory(tickers: $, range: "${name}", interval: "${interval}") { ticker bars { date open high low close volume } problem }`,
  )
  if (needs.hasClock) fields.push('clock: marketStatus { isOpen nextOpen nextClose }')
  const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query'
  return { query: `${head} { ${fields.join(' ')} }`, variables, label }
}

/** The state with an answer that was received at `at` merged in. */
export function withAnswer(
  now: WatchState,
  needs: WatchNeeds,
  answer: Answer,
  at: number,
): WatchState {
  const rows = (word: string) => rowsUnder(answer.data, word)
  const quotes = new Map(now.quotes)
  // A missing value counts as queried, so it waits for the next poll.
  for (const ticker of needs.quotes) if (!quotes.has(ticker)) quotes.set(ticker, { ticker })
  for (const row of rows('quotes')) quotes.set(textIn(row, 'ticker'), row)
  const closedUntil = new Map(now.closedUntil)
  for (const ticker of needs.quotes) {
    const isClosed = marketStateOf(quotes.get(ticker) ?? {}) === 'closed'
    const opening = isClosed ? nextOpening(ticker, at) : undefined
    if (opening === undefined) closedUntil.delete(ticker)
    else closedUntil.set(ticker, opening)
  }
  const bars = new Map(now.bars)
  for (const ticker of needs.bars) bars.set(barsKey(ticker, needs.frame), [])
  for (const row of rows('bars')) bars.set(barsKey(textIn(row, 'ticker'), needs.frame), barsIn(row))
  const clock = answer.data?.['clock']
  return {
    ...now,
    quotes,
    closedUntil,
    bars: withPrices(bars, needs, quotes),
    market: isObject(clock) ? marketOf(clock) : now.market,
    isSandbox: answer.sandbox,
    message: problemIn(answer) ?? '',
  }
}

/** Adds live prices to all present bars of their tickers. */
function withPrices(
  bars: ReadonlyMap<string, Parameters<typeof withPrice>[0]>,
  { quotes: tickers }: WatchNeeds,
  quotes: WatchState['quotes'],
): WatchState['bars'] {
  const quoted = new Set(tickers)
  return new Map(
    [...bars].map(([key, chartBars]) => {
      const [ticker = '', name = ''] = key.split(' ')
      const quote = quoted.has(ticker) ? quotes.get(ticker) : undefined
      const frame = frameNamed(name)
      const isLive = quote !== undefined && frame !== undefined
      return [
        key,
        isLive ? withPrice(chartBars, quote, { frame, zone: zoneOf(ticker) }) : chartBars,
      ]
    }),
  )
}

function problemIn({ errors, data }: Answer): string | undefined {
  const [error] = errors
  if (error) return error.message
  const problems = rowsUnder(data, 'bars').map((row) => textIn(row, 'problem'))
  return problems.find((problem) => problem !== '')
}

/** The rows of a field, which one query may request several times: `bars`, `bars2` … */
function rowsUnder(data: Answer['data'], word: string): readonly Row[] {
  return Object.entries(data ?? {}).flatMap(([alias, value]) =>
    alias.replace(/\d+$/, '') === word ? rowsOf(value).filter(isObject) : [],
  )
}

function marketOf(row: Row): Market {
  return {
    isOpen: row['isOpen'] === true,
    nextOpen: Date.parse(textIn(row, 'nextOpen')),
    nextClose: Date.parse(textIn(row, 'nextClose')),
  }
}

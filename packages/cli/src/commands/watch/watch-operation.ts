import { barsIn } from '../../bars/bars-in.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import type { Answer } from '../../query/answer.ts'
import type { Operation } from '../../query/operation.ts'
import { isRow, type Row, rowsOf, textIn } from '../../query/rows.ts'
import { dayFrame, type Frame, frameNamed } from './frames.ts'
import { withPrice } from './live-bars.ts'
import { barsKey, type Market, restsWithMarket, type WatchState } from './state.ts'

/** What one query asks for. Everything else that is shown is held already. */
export type Wants = {
  quotes: readonly string[]
  names: readonly string[]
  bars: readonly string[]
  frame: Frame
  hasClock: boolean
}

/** No wants: a beginning for those of one query. */
export const nothing: Wants = { quotes: [], names: [], bars: [], frame: dayFrame, hasClock: false }

/**
 * What a poll asks for: all prices; of tickers that are new their name and the bars of the day; and
 * the clock of the market once it is due.
 */
export function pollWants(state: WatchState, now: number): Wants {
  const { tickers } = state
  return { ...newWants(state), quotes: tickers, hasClock: isClockDue(state, now) }
}

/** What the tickers without a price need: nothing is asked for again. */
export function newWants({ tickers, quotes, names, bars }: WatchState): Wants {
  const added = tickers.filter((ticker) => !quotes.has(ticker))
  return {
    ...nothing,
    quotes: added,
    names: added.filter((ticker) => !names.has(ticker) && hasEntity(ticker)),
    bars: added.filter((ticker) => !bars.has(barsKey(ticker, dayFrame))),
  }
}

/** The bars of the frame that is shown, of these tickers. */
export function barsWants({ frame }: WatchState, tickers: readonly string[]): Wants {
  return { ...nothing, bars: tickers, frame }
}

/** Currencies, futures and listings abroad are no entities of the directory. */
function hasEntity(ticker: string): boolean {
  return !ticker.includes('=') && (zoneOf(ticker) === 'America/New_York' || /-USD$/.test(ticker))
}

function isClockDue(state: WatchState, now: number): boolean {
  const { market } = state
  if (!restsWithMarket(state)) return market === undefined
  return market === undefined || now >= (market.isOpen ? market.nextClose : market.nextOpen)
}

/** Most tickers of one field, by the catalog. */
const quotesMax = 100
const entitiesMax = 50

const quoteFields =
  'ticker price change changePercent volume marketCap previousClose currency asOf marketState'

/** The query of what is wanted; lists longer than a field takes are asked for in parts. */
export function watchOperation(wants: Wants, label: string): Operation {
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  const fields: string[] = []
  const add = (letter: string, tickers: readonly string[], most: number, field: string) => {
    for (let from = 0; from < tickers.length; from += most) {
      const name = `${letter}${from / most}`
      variables[name] = tickers.slice(from, from + most)
      declared.push(`$${name}: [String!]!`)
      fields.push(`${name}: ${field.replace('$', `$${name}`)}`)
    }
  }
  add('q', wants.quotes, quotesMax, `quotes(tickers: $) { ${quoteFields} }`)
  add('n', wants.names, entitiesMax, 'entitiesByTickers(tickers: $) { ticker name }')
  const { name, interval } = wants.frame
  add(
    'b',
    wants.bars,
    entitiesMax,
    `priceHistory(tickers: $, range: "${name}", interval: "${interval}") { ticker bars { date open high low close volume } problem }`,
  )
  if (wants.hasClock) fields.push('clock: marketStatus { isOpen nextOpen nextClose }')
  const head = declared.length > 0 ? `query (${declared.join(', ')})` : 'query'
  return { query: `${head} { ${fields.join(' ')} }`, variables, label }
}

/** The state with what an answer brought to what was asked. */
export function withAnswer(now: WatchState, wants: Wants, answer: Answer): WatchState {
  const rows = (letter: string) =>
    Object.entries(answer.data ?? {}).flatMap(([alias, value]) =>
      alias.startsWith(letter) && /^\w\d+$/.test(alias) ? rowsOf(value).filter(isRow) : [],
    )
  const quotes = new Map(now.quotes)
  // What did not come was asked all the same: it is not asked for again before its time.
  for (const ticker of wants.quotes) if (!quotes.has(ticker)) quotes.set(ticker, { ticker })
  for (const row of rows('q')) quotes.set(textIn(row, 'ticker'), row)
  const names = new Map(now.names)
  for (const [place, ticker] of wants.names.entries()) {
    // Entities come in the order asked, under their normalised ticker; null for an unknown one.
    const part = answer.data?.[`n${Math.floor(place / entitiesMax)}`]
    const entity: unknown = Array.isArray(part) ? part[place % entitiesMax] : undefined
    names.set(ticker, isRow(entity) ? textIn(entity, 'name') : '')
  }
  const bars = new Map(now.bars)
  for (const ticker of wants.bars) bars.set(barsKey(ticker, wants.frame), [])
  for (const row of rows('b')) bars.set(barsKey(textIn(row, 'ticker'), wants.frame), barsIn(row))
  const clock = answer.data?.['clock']
  return {
    ...now,
    quotes,
    names,
    bars: withPrices(bars, wants, quotes),
    market: isRow(clock) ? marketOf(clock) : now.market,
    isSandbox: answer.sandbox,
    said: problemIn(answer) ?? '',
  }
}

/** Live prices go into all bars that are held of their ticker. */
function withPrices(
  bars: ReadonlyMap<string, Parameters<typeof withPrice>[0]>,
  { quotes: wanted }: Wants,
  quotes: WatchState['quotes'],
): WatchState['bars'] {
  const asked = new Set(wanted)
  return new Map(
    [...bars].map(([key, held]) => {
      const [ticker = '', name = ''] = key.split(' ')
      const quote = asked.has(ticker) ? quotes.get(ticker) : undefined
      const frame = frameNamed(name)
      const isLive = quote !== undefined && frame !== undefined
      return [key, isLive ? withPrice(held, quote, { frame, zone: zoneOf(ticker) }) : held]
    }),
  )
}

/** A name that is missing is no fault to tell of: the ticker says as much. */
function problemIn({ errors, data }: Answer): string | undefined {
  const error = errors.find(({ path }) => !/^n\d/.test(path))
  if (error) return error.message
  const rows = Object.entries(data ?? {}).flatMap(([alias, value]) =>
    /^b\d/.test(alias) ? rowsOf(value) : [],
  )
  return rows.map((row) => textIn(row, 'problem')).find((problem) => problem !== '')
}

function marketOf(row: Row): Market {
  return {
    isOpen: row['isOpen'] === true,
    nextOpen: Date.parse(textIn(row, 'nextOpen')),
    nextClose: Date.parse(textIn(row, 'nextClose')),
  }
}

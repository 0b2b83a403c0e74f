import { isAroundTheClock, zoneOf } from '../../bars/zone-of.ts'
import { marketStateOf } from '../../command-line/views/quote-table.ts'
import { textIn } from '../../query/rows.ts'
import { newYork } from '../../terminal/format/instant.ts'
import { everyWords, spanWords } from '../../terminal/format/span-words.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import { isUsListing, perHour, perWatchedDay, type WatchState } from './state.ts'
import { clockWords, timeWords } from './times.ts'

/** The time zone of the clock in the first line. */
export function clockZone({ tickers }: Pick<WatchState, 'tickers'>): string {
  return tickers.every(isAroundTheClock) ? 'UTC' : newYork
}

/** Text after `fiq watch` in the first line, and whether the prices below are current. */
export function headWords(state: WatchState, now: number): { text: string; isLive: boolean } {
  const { text, isLive } = phaseWords(state, now)
  // At the cap the line shows the keys, and has no space for the word at 80 columns.
  const isNamed = state.isSandbox && state.phase.kind !== 'cap reached'
  return { text: isNamed ? `SANDBOX; ${text}` : text, isLive }
}

function phaseWords(state: WatchState, now: number): { text: string; isLive: boolean } {
  const { phase, money } = state
  const age = staleAge(state, now)
  switch (phase.kind) {
    case 'querying': {
      const price = money.perPoll > 0n ? `, ${usdcText(money.perPoll)} ${money.unit}` : ''
      return { text: `asking${price}`, isLive: true }
    }
    case 'no server': {
      const text = `NO SERVER for ${spanWords(now - phase.since)}, next try in ${spanWords(phase.until - now)}; nothing paid`
      return { text, isLive: false }
    }
    case 'cap reached': {
      // The footer names the unit. The keys must fit at 80 columns.
      const amounts = `${usdcText(money.spent)} of ${usdcText(money.cap)}`
      const adds = money.raisable > 0n ? `+ adds ${usdcText(money.raisable)}, ` : ''
      return { text: `CAP REACHED: ${amounts}; ${adds}q quits`, isLive: false }
    }
    case 'paused':
      return { text: 'PAUSED; p continues', isLive: false }
    case 'market closed': {
      const { opens, until } = phase
      const closed = isUsListing(opens) ? 'US closed,' : `all closed, ${opens}`
      const time = timeWords(until, zoneOf(opens), now)
      return { text: `${closed} opens ${time}; paused`, isLive: false }
    }
    case 'waiting':
      if (age !== undefined)
        return { text: `STALE: newest price ${spanWords(age)} old`, isLive: false }
      return { text: `${whatWords(state)}; ${marketWords(state, now)}`, isLive: true }
  }
}

/** @example whatWords(state) // '@tech, 5 tickers' */
function whatWords({ tickers, lists }: WatchState): string {
  const names = [...new Set(lists.values())].map((name) => `@${name}`)
  const count = `${tickers.length} ${tickers.length === 1 ? 'ticker' : 'tickers'}`
  return [...names.slice(0, 3), count].join(', ')
}

function marketWords({ market, isSandbox }: WatchState, now: number): string {
  if (!market) return 'US market unknown'
  const { isOpen, nextClose, nextOpen } = market
  if (isOpen && now < nextClose) {
    // Beside the word SANDBOX there is no space for the duration at 80 columns.
    const span = isSandbox ? '' : ` in ${spanWords(nextClose - now)}`
    return `US open, closes ${timeWords(nextClose, newYork, now)}${span}`
  }
  return `US closed, opens ${timeWords(nextOpen, newYork, now)}`
}

/** While the market is open, the newest price is stale after this time. */
const staleMsMin = 300_000

/** The age of the newest price among the tickers that trade now, if it is too old. */
function staleAge(state: WatchState, now: number): number | undefined {
  const tickers = state.tickers.filter((ticker) => isTrading(state, ticker, now))
  const age = newestAge({ ...state, tickers }, now)
  // Public prices can be up to 15 minutes late.
  const ageMax = Math.max(staleMsMin, 3 * state.everyMs) + 900_000
  return age !== undefined && age > ageMax ? age : undefined
}

/** Without a state from the source, only US shares and markets that never close are known. */
function isTrading({ quotes, market }: WatchState, ticker: string, now: number): boolean {
  if (isUsListing(ticker)) return market?.isOpen === true && now < market.nextClose
  const state = marketStateOf(quotes.get(ticker) ?? {})
  return state === null ? isAroundTheClock(ticker) : state === 'open' || state === '24h'
}

/** Age of the newest price in milliseconds; `undefined` if no row states it. */
export function newestAge({ quotes, tickers }: WatchState, now: number): number | undefined {
  const instants = tickers.flatMap((ticker) => {
    const asOf = textIn(quotes.get(ticker) ?? {}, 'asOf')
    const at = asOf.includes('T') ? Date.parse(asOf) : Number.NaN
    return Number.isNaN(at) ? [] : [at]
  })
  return instants.length === 0 ? undefined : Math.max(0, now - Math.max(...instants))
}

/** From this width on, the line also shows the cost of a day. */
const wideColumns = 120

/**
 * The spent amount, the cost of an hour, the next query and the age of the newest price, as far as
 * they fit.
 */
export function moneyWords(state: WatchState, now: number, columns: number): string {
  const { money, everyMs } = state
  const { phase } = state
  const age = newestAge(state, now)
  const next = 'until' in phase ? `, next ${clockWords(phase.until - now)}` : ''
  const parts = [
    ...(money.perPoll === 0n ? ['own server, no money'] : costWords(state, columns >= wideColumns)),
    `every ${everyWords(everyMs)}${next}`,
    ...(age === undefined ? [] : [`source ${spanWords(age)} old`]),
  ]
  return parts.reduce((line, part) => {
    const longer = `${line}; ${part}`
    return longer.length <= columns ? longer : line
  })
}

/** @example costWords(state, false) // ['0.075 of 1.000 USDC', '0.300 an hour'] */
export function costWords(state: WatchState, isWide: boolean): readonly string[] {
  const { money } = state
  const day = isWide ? `, a day ${usdcText(perWatchedDay(state))} of ${usdcText(money.perDay)}` : ''
  return [
    `${usdcText(money.spent)} of ${usdcText(money.cap)} ${money.unit}`,
    `${usdcText(perHour(state))} an hour${day}`,
  ]
}

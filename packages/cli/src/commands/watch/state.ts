import type { Row } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import type { ChartKind } from '../../terminal/chart/draw-chart.ts'
import { type Frame, frames } from './frames.ts'

/** Everything the view shows. Changed by answers and by keys; drawn by nobody in here. */
export type WatchState = {
  tickers: readonly string[]
  /** Place of the ticker whose chart is shown. */
  chosen: number
  /** Newest rows, by ticker. */
  quotes: ReadonlyMap<string, Row>
  market: Market | undefined
  /** By ticker and frame, see {@link barsKey}. */
  bars: ReadonlyMap<string, readonly ChartBar[]>
  frame: Frame
  chart: ChartKind | 'none'
  hasVolume: boolean
  isHelp: boolean
  prompt: Prompt | undefined
  phase: Phase
  /** What was wrong with the last answer, or what a key could not do; empty for nothing. */
  said: string
  /** Answered with invented values. */
  isSandbox: boolean
  money: Money
  everyMs: number
}

/** Where the US market is. Instants in Unix milliseconds. */
export type Market = { isOpen: boolean; nextOpen: number; nextClose: number }

export type Prompt =
  | { kind: 'add'; text: string }
  | { kind: 'find'; text: string }
  | { kind: 'found'; rows: readonly Row[]; chosen: number }

/** What the polling is at. Instants in Unix milliseconds. */
export type Phase =
  | { kind: 'asking' }
  | { kind: 'waiting'; until: number }
  /** Goes on by itself. */
  | { kind: 'market closed'; until: number }
  /** Goes on with the space bar. */
  | { kind: 'paused' }
  /** Nothing more is paid. */
  | { kind: 'cap reached' }

/** Atomic units of USDC. */
export type Money = { spent: bigint; cap: bigint; perPoll: bigint }

export const tickersMax = 50

export function initialState(
  given: Pick<WatchState, 'tickers' | 'chart' | 'everyMs'> & { cap: bigint; frame: string },
): WatchState {
  const { tickers, chart, everyMs, cap } = given
  return {
    tickers,
    chart,
    everyMs,
    chosen: 0,
    quotes: new Map(),
    market: undefined,
    bars: new Map(),
    frame: frames.find(({ name }) => name === given.frame) ?? frames[0]!,
    hasVolume: true,
    isHelp: false,
    prompt: undefined,
    phase: { kind: 'asking' },
    said: '',
    isSandbox: false,
    money: { spent: 0n, cap, perPoll: 0n },
  }
}

export function chosenTicker({ tickers, chosen }: WatchState): string {
  return tickers[chosen] ?? ''
}

export function barsKey(ticker: string, { name }: Frame): string {
  return `${ticker} ${name}`
}

export function barsOf(state: WatchState): readonly ChartBar[] | undefined {
  return state.bars.get(barsKey(chosenTicker(state), state.frame))
}

/** Does the chart need bars that are not there? */
export function needsBars(state: WatchState): boolean {
  return state.chart !== 'none' && barsOf(state) === undefined
}

/** Nothing among the tickers trades while the US market is closed. */
export function restsWithMarket({ tickers }: Pick<WatchState, 'tickers'>): boolean {
  return !tickers.some((ticker) => /-(USD|EUR|GBP|USDT|USDC|BTC|ETH)$/.test(ticker))
}

/** What an hour of polls costs at the price of the next one. Atomic units. */
export function perHour({ money, everyMs }: Pick<WatchState, 'money' | 'everyMs'>): bigint {
  return (money.perPoll * 3_600_000n) / BigInt(everyMs)
}

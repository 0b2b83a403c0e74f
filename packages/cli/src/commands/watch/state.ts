import { tradedMs } from '../../bars/opening-hours.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import { type Row, textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import type { ChartKind } from '../../terminal/chart/draw-chart.ts'
import { newYork } from '../../terminal/format/instant.ts'
import type { usdcUnit } from '../../terminal/format/usdc-text.ts'
import { dayFrame, type Frame, frameNamed } from './frames.ts'

/** State of the view, changed by answers and keys. It contains nothing about drawing. */
export type WatchState = {
  /** In the order of the command line. */
  tickers: readonly string[]
  /** The ticker whose chart is shown. */
  chosen: string
  /** Removed tickers that `u` restores, the last removed one last. */
  removed: readonly { ticker: string; place: number }[]
  /** The list that named a ticker, if one did. */
  lists: ReadonlyMap<string, string>
  /** Newest rows, by ticker. */
  quotes: ReadonlyMap<string, Row>
  market: Market | undefined
  /** Times at which tickers outside the US that do not trade can trade again, see `nextOpening`. */
  closedUntil: ReadonlyMap<string, number>
  /** Whether tickers are queried while their market is closed. */
  evenClosed: boolean
  /** Bought bars by ticker and frame, see {@link barsKey}, with live prices added. */
  bars: ReadonlyMap<string, readonly ChartBar[]>
  frame: Frame
  chart: ChartKind | 'none'
  hasVolume: boolean
  indicator: string | undefined
  sort: { by: SortKey; isReversed: boolean }
  group: GroupKey
  unit: 'percent' | 'price'
  /** The grouping before a `g` that may become `gg`. */
  groupBefore: GroupKey | undefined
  isHelp: boolean
  prompt: Prompt | undefined
  phase: Phase
  /** The error of the last answer or key; empty without one. */
  message: string
  /** Whether the values are invented. */
  isSandbox: boolean
  money: Money
  everyMs: number
}

/** State of the US market. Instants in Unix milliseconds. */
export type Market = { isOpen: boolean; nextOpen: number; nextClose: number }

export type Prompt =
  | { kind: 'add'; text: string }
  | { kind: 'find'; text: string }
  | { kind: 'found'; rows: readonly Row[]; chosen: number }

/** Phase of the polling. Instants in Unix milliseconds. */
export type Phase =
  | { kind: 'querying' }
  | { kind: 'waiting'; until: number }
  /** Resumes automatically, when the market of the ticker `opens` opens. */
  | { kind: 'market closed'; until: number; opens: string }
  /** Nothing has been paid since `since`. It is retried. */
  | { kind: 'no server'; since: number; until: number }
  /** Ended by `p`. */
  | { kind: 'paused' }
  /** Nothing more is paid. */
  | { kind: 'cap reached' }

/** Atomic units of USDC. */
export type Money = {
  /** Marks play money. */
  unit: ReturnType<typeof usdcUnit>
  spent: bigint
  cap: bigint
  /** Amount that `+` adds to a reached cap; 0 if the budget allows no more. */
  raisable: bigint
  /** Price of the next poll. */
  perPoll: bigint
  /** Maximum of 24 hours, by the budget. */
  perDay: bigint
  /** Price of the bars of the displayed frame that are not bought. */
  perChart: bigint
}

export const sortKeys = ['given', 'change', 'ticker', 'price', 'volume'] as const
export type SortKey = (typeof sortKeys)[number]
export const groupKeys = ['none', 'kind', 'list'] as const
export type GroupKey = (typeof groupKeys)[number]
/** The indicators that `i` cycles through. */
export const indicatorKeys = [undefined, 'ema20', 'bollinger', 'rsi', 'macd', 'mfi'] as const

export const tickersMax = 200

/** The state before the first poll. `cap` and `perDay` are atomic units. */
export function initialState(
  settings: Pick<WatchState, 'tickers' | 'chart' | 'everyMs'> & {
    cap: bigint
    perDay: bigint
    range: string
    lists?: ReadonlyMap<string, string>
    evenClosed?: boolean
  },
): WatchState {
  const { tickers, chart, everyMs, cap, perDay, lists = new Map(), evenClosed = false } = settings
  return {
    tickers,
    chart,
    everyMs,
    lists,
    chosen: tickers[0]!,
    removed: [],
    quotes: new Map(),
    market: undefined,
    closedUntil: new Map(),
    evenClosed,
    bars: new Map(),
    frame: frameNamed(settings.range) ?? dayFrame,
    hasVolume: true,
    indicator: undefined,
    sort: { by: 'given', isReversed: false },
    group: 'none',
    unit: 'percent',
    groupBefore: undefined,
    isHelp: false,
    prompt: undefined,
    phase: { kind: 'querying' },
    message: '',
    isSandbox: false,
    money: { unit: 'USDC', spent: 0n, cap, raisable: 0n, perPoll: 0n, perDay, perChart: 0n },
  }
}

/** Key of the bars of a ticker in a time frame. */
export function barsKey(ticker: string, { name }: Frame): string {
  return `${ticker} ${name}`
}

/** The bars in the chart; `undefined` if they are not bought. */
export function barsOf(state: WatchState): readonly ChartBar[] | undefined {
  return state.bars.get(barsKey(state.chosen, state.frame))
}

/** The name of a ticker; empty if no answer contained it. */
export function nameOf({ quotes }: Pick<WatchState, 'quotes'>, ticker: string): string {
  return textIn(quotes.get(ticker) ?? {}, 'name')
}

/** The bars of the day; empty if there are none. */
export function dayBarsOf({ bars }: Pick<WatchState, 'bars'>, ticker: string): readonly ChartBar[] {
  return bars.get(barsKey(ticker, dayFrame)) ?? []
}

/** Whether a ticker trades in the hours of the US market. */
export function isUsListing(ticker: string): boolean {
  return !/=[FX]$/.test(ticker) && zoneOf(ticker) === newYork
}

/** Cost of an hour of polls at the price of the next one. Atomic units. */
export function perHour({ money, everyMs }: Pick<WatchState, 'money' | 'everyMs'>): bigint {
  return (money.perPoll * 3_600_000n) / BigInt(everyMs)
}

/** Cost of a day of polls, in the sessions of the tickers. Atomic units. */
export function perWatchedDay(state: Pick<WatchState, 'money' | 'everyMs' | 'tickers'>): bigint {
  return (state.money.perPoll * BigInt(tradedMs(state.tickers))) / BigInt(state.everyMs)
}

const minutesOffered = [1, 2, 3, 5, 10] as const

/**
 * The shortest of 1, 2, 3, 5 and 10 minutes whose daily cost is within the daily cap; 10 minutes if
 * none is. In milliseconds.
 */
export function defaultEvery(state: Pick<WatchState, 'money' | 'tickers'>): number {
  const everies = minutesOffered.map((minutes) => minutes * 60_000)
  const fits = (everyMs: number) => perWatchedDay({ ...state, everyMs }) <= state.money.perDay
  return everies.find(fits) ?? everies[everies.length - 1]!
}

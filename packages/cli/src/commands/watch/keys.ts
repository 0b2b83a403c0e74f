import { defined } from '@fiq/shared/defined'
import { frames } from './frames.ts'
import { shownTickers } from './order.ts'
import {
  type GroupKey,
  groupKeys,
  indicatorKeys,
  type Prompt,
  type SortKey,
  sortKeys,
  tickersMax,
  type WatchState,
} from './state.ts'

/** A key press without its character. */
export type WatchKey = {
  leftArrow?: boolean
  rightArrow?: boolean
  upArrow?: boolean
  downArrow?: boolean
  tab?: boolean
  shift?: boolean
  return?: boolean
  escape?: boolean
  backspace?: boolean
  delete?: boolean
  ctrl?: boolean
  meta?: boolean
}

/** An effect of a key in addition to a new state. `poll`, `buy`, `find` and `raise` cost money. */
export type KeyEffect =
  | 'quit'
  | 'poll'
  | 'pause'
  | 'resume'
  | 'buy'
  | 'raise'
  | { find: string }
  | undefined

export type KeyOutcome = { state: WatchState; effect?: KeyEffect }

/** The keys and their effects, for the help. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['j k ↓ ↑ gg G', 'move'],
  ['x, u', 'remove, undo'],
  ['/ a, f', 'add, search by name (pays)'],
  ['← →, Enter', 'range, buy one with $'],
  ['c v i', 'chart kind, volume, indicator'],
  ['s S g %', 'sort, reverse, group, percent'],
  ['p Space, r', 'pause, query now (pays)'],
  ['+', 'at the cap: raise it (pays)'],
  ['? q Ctrl-Z', 'keys, quit, shell'],
]

/** The state after a key press. It does not depend on the server. */
export function press(state: WatchState, input: string, key: WatchKey): KeyOutcome {
  if (key.ctrl)
    return {
      state,
      ...defined({ effect: input === 'c' || input === 'd' ? ('quit' as const) : undefined }),
    }
  if (state.prompt) return inPrompt(state, state.prompt, input, key)
  if (state.isHelp) {
    if (input === 'q') return { state, effect: 'quit' }
    return { state: { ...state, isHelp: false } }
  }
  if (input === 'g') return { state: grouped(state) }
  return byKey({ ...state, groupBefore: undefined }, input, key)
}

function byKey(state: WatchState, input: string, key: WatchKey): KeyOutcome {
  if (key.tab) return { state: moved(state, key.shift ? -1 : 1, 'around') }
  if (key.downArrow) return { state: moved(state, 1) }
  if (key.upArrow) return { state: moved(state, -1) }
  if (key.rightArrow) return { state: otherFrame(state, 1) }
  if (key.leftArrow) return { state: otherFrame(state, -1) }
  if (key.return) return { state, effect: 'buy' }
  const action = Object.hasOwn(actions, input) ? actions[input] : undefined
  return action?.(state) ?? { state }
}

const changed = (change: (state: WatchState) => Partial<WatchState>) => (state: WatchState) => ({
  state: { ...state, ...change(state) },
})

const actions: Readonly<Record<string, (state: WatchState) => KeyOutcome>> = {
  q: (state) => ({ state, effect: 'quit' }),
  '?': changed(() => ({ isHelp: true })),
  h: changed(() => ({ isHelp: true })),
  j: (state) => ({ state: moved(state, 1) }),
  k: (state) => ({ state: moved(state, -1) }),
  G: (state) => ({ state: moved(state, state.tickers.length) }),
  c: changed(({ chart }) => ({ chart: chartAfter[chart] })),
  v: changed(({ hasVolume }) => ({ hasVolume: !hasVolume })),
  i: changed(({ indicator }) => ({ indicator: nextOf(indicatorKeys, indicator) })),
  s: sorted(({ by, isReversed }) => ({ by: nextOf(sortKeys, by), isReversed })),
  S: sorted(({ by, isReversed }) => ({ by, isReversed: !isReversed })),
  '%': changed(({ unit }) => ({ unit: unit === 'percent' ? 'price' : 'percent' })),
  '/': changed(() => ({ prompt: { kind: 'add', text: '' }, message: '' })),
  a: changed(() => ({ prompt: { kind: 'add', text: '' }, message: '' })),
  f: changed(() => ({ prompt: { kind: 'find', text: '' }, message: '' })),
  x: (state) => ({ state: withoutTicker(state, state.chosen) }),
  u: (state) => ({ state: withUndo(state) }),
  r: (state) => ({ state, effect: 'poll' }),
  '+': (state) => (state.phase.kind === 'cap reached' ? { state, effect: 'raise' } : { state }),
  p: pausedOrNot,
  ' ': pausedOrNot,
}

/** Sorts, and says by what: the columns do not show it. */
function sorted(next: (sort: WatchState['sort']) => WatchState['sort']) {
  return changed((state) => {
    const sort = next(state.sort)
    return { sort, message: `Sorted ${sortWords[sort.by][sort.isReversed ? 1 : 0]}.` }
  })
}

const sortWords = {
  given: ['as given', 'as given, reversed'],
  change: ['by change %, largest first', 'by change %, smallest first'],
  ticker: ['by ticker, A to Z', 'by ticker, Z to A'],
  price: ['by price, largest first', 'by price, smallest first'],
  volume: ['by volume, largest first', 'by volume, smallest first'],
} as const satisfies Record<SortKey, readonly [string, string]>

const chartAfter = { line: 'candles', candles: 'none', none: 'line' } as const

function pausedOrNot(state: WatchState): KeyOutcome {
  return { state, effect: state.phase.kind === 'paused' ? 'resume' : 'pause' }
}

function nextOf<one>(all: readonly one[], now: one): one {
  return all[(all.indexOf(now) + 1) % all.length]!
}

/** `g` changes the grouping. A second `g` restores it and moves to the first ticker. */
function grouped(state: WatchState): WatchState {
  const { groupBefore, group } = state
  if (groupBefore === undefined)
    return { ...state, group: nextGroup(state), groupBefore: group, message: '' }
  const back = { ...state, group: groupBefore, groupBefore: undefined, message: '' }
  return { ...back, chosen: shownTickers(back)[0] ?? state.chosen }
}

/** The next grouping. Lists are one only if the command line named tickers by lists. */
function nextGroup({ group, lists }: WatchState): GroupKey {
  const next = nextOf(groupKeys, group)
  return next === 'list' && lists.size === 0 ? 'none' : next
}

function moved(state: WatchState, by: number, ends: 'stop' | 'around' = 'stop'): WatchState {
  const shown = shownTickers(state)
  const place = shown.indexOf(state.chosen) + by
  const at =
    ends === 'around'
      ? (place + shown.length) % shown.length
      : Math.min(shown.length - 1, Math.max(0, place))
  return { ...state, chosen: shown[at]!, message: '' }
}

function otherFrame(state: WatchState, by: number): WatchState {
  const place = frames.findIndex(({ name }) => name === state.frame.name) + by
  return { ...state, frame: frames[Math.min(frames.length - 1, Math.max(0, place))]!, message: '' }
}

/** The state without a ticker. `u` restores the ticker. */
export function withoutTicker(state: WatchState, ticker: string): WatchState {
  const place = state.tickers.indexOf(ticker)
  if (place < 0) return { ...state, message: `${ticker} is not in the list.` }
  if (state.tickers.length === 1)
    return { ...state, message: 'The last ticker cannot be removed. Press q to quit.' }
  const shown = shownTickers(state)
  const next = shown[shown.indexOf(ticker) + 1] ?? shown[shown.indexOf(ticker) - 1]!
  return {
    ...state,
    tickers: state.tickers.filter((other) => other !== ticker),
    chosen: state.chosen === ticker ? next : state.chosen,
    removed: [...state.removed, { ticker, place }],
    message: `${ticker} was removed; undo (u) restores it.`,
  }
}

function withUndo(state: WatchState): WatchState {
  const last = state.removed.at(-1)
  if (!last) return { ...state, message: 'Nothing was removed.' }
  const removed = state.removed.slice(0, -1)
  if (state.tickers.includes(last.ticker)) return { ...state, removed, chosen: last.ticker }
  const tickers = state.tickers.toSpliced(last.place, 0, last.ticker)
  return { ...state, tickers, removed, chosen: last.ticker, message: '' }
}

/** The state with an additional ticker, which is selected. */
export function withTicker(state: WatchState, text: string): WatchState {
  const ticker = text.trim().toUpperCase()
  const closed = { ...state, prompt: undefined }
  if (ticker === '') return closed
  if (state.tickers.includes(ticker))
    return { ...closed, chosen: ticker, message: `${ticker} is already in the list.` }
  if (state.tickers.length >= tickersMax)
    return { ...closed, message: `The list can hold at most ${tickersMax} tickers.` }
  return { ...closed, tickers: [...state.tickers, ticker], chosen: ticker, message: '' }
}

const promptLengthMax = 64

function inPrompt(state: WatchState, prompt: Prompt, input: string, key: WatchKey): KeyOutcome {
  if (key.escape) return { state: { ...state, prompt: undefined } }
  if (prompt.kind === 'found') return inFound(state, prompt, key)
  if (key.return) {
    if (prompt.kind === 'add') return { state: withTicker(state, prompt.text) }
    const find = prompt.text.trim()
    return {
      state: { ...state, prompt: undefined },
      ...defined({ effect: find ? { find } : undefined }),
    }
  }
  const text =
    key.backspace || key.delete
      ? prompt.text.slice(0, -1)
      : `${prompt.text}${key.meta ? '' : input}`.slice(0, promptLengthMax)
  return { state: { ...state, prompt: { ...prompt, text } } }
}

function inFound(
  state: WatchState,
  prompt: Extract<Prompt, { kind: 'found' }>,
  key: WatchKey,
): KeyOutcome {
  const last = prompt.rows.length - 1
  if (key.return)
    return { state: withTicker(state, String(prompt.rows[prompt.chosen]?.['ticker'] ?? '')) }
  const by = key.downArrow || key.tab ? 1 : key.upArrow ? -1 : 0
  const chosen = Math.min(last, Math.max(0, prompt.chosen + by))
  return { state: { ...state, prompt: { ...prompt, chosen } } }
}

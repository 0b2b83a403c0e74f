import { frames } from './frames.ts'
import { chosenTicker, type Prompt, tickersMax, type WatchState } from './state.ts'

/** What is known of a key besides its character. */
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

/** What a key asks for besides another state. */
export type KeyEffect = 'quit' | 'poll' | 'pause' | { find: string } | undefined

export type KeyOutcome = { state: WatchState; effect?: KeyEffect }

/** The keys and what they do, as the help shows them. Most are those of tickrs. */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ['Tab ↓ j', 'next ticker'],
  ['Shift-Tab ↑', 'ticker before'],
  ['→ ←', 'longer, shorter range'],
  ['c', 'line, candles, no chart'],
  ['v', 'volume'],
  ['/ a', 'add a ticker'],
  ['f', 'find by name'],
  ['k', 'remove the ticker'],
  ['r', 'ask now'],
  ['Space', 'pause, go on'],
  ['?', 'this help'],
  ['Ctrl-Z', 'leave it to the shell; fg comes back'],
  ['q Ctrl-C', 'quit'],
]

/** What a key makes of the state. No answer is needed to know it. */
export function press(state: WatchState, input: string, key: WatchKey): KeyOutcome {
  if (key.ctrl) return { state, ...(input === 'c' || input === 'd' ? { effect: 'quit' } : {}) }
  if (state.prompt) return inPrompt(state, state.prompt, input, key)
  if (state.isHelp) {
    if (input === 'q') return { state, effect: 'quit' }
    return { state: { ...state, isHelp: false } }
  }
  if (key.tab) return { state: choose(state, key.shift ? -1 : 1) }
  if (key.downArrow || input === 'j') return { state: choose(state, 1) }
  if (key.upArrow) return { state: choose(state, -1) }
  if (key.rightArrow) return { state: otherFrame(state, 1) }
  if (key.leftArrow) return { state: otherFrame(state, -1) }
  return byLetter(state, input)
}

function byLetter(state: WatchState, letter: string): KeyOutcome {
  switch (letter) {
    case 'q':
      return { state, effect: 'quit' }
    case '?':
    case 'h':
      return { state: { ...state, isHelp: true } }
    case 'c':
      return { state: { ...state, chart: chartAfter[state.chart] } }
    case 'v':
      return { state: { ...state, hasVolume: !state.hasVolume } }
    case '/':
    case 'a':
      return { state: { ...state, prompt: { kind: 'add', text: '' }, said: '' } }
    case 'f':
      return { state: { ...state, prompt: { kind: 'find', text: '' }, said: '' } }
    case 'k':
      return { state: removeChosen(state) }
    case 'r':
      return { state, effect: 'poll' }
    case ' ':
      return { state, effect: state.phase.kind === 'paused' ? 'poll' : 'pause' }
    default:
      return { state }
  }
}

const chartAfter = { line: 'candles', candles: 'none', none: 'line' } as const

function choose(state: WatchState, by: number): WatchState {
  const count = state.tickers.length
  return { ...state, chosen: (state.chosen + by + count) % count, said: '' }
}

function otherFrame(state: WatchState, by: number): WatchState {
  const place = frames.findIndex(({ name }) => name === state.frame.name) + by
  return { ...state, frame: frames[Math.min(frames.length - 1, Math.max(0, place))]! }
}

function removeChosen(state: WatchState): WatchState {
  if (state.tickers.length === 1)
    return { ...state, said: 'The last ticker stays. Press q to quit.' }
  const ticker = chosenTicker(state)
  const tickers = state.tickers.filter((other) => other !== ticker)
  return { ...state, tickers, chosen: Math.min(state.chosen, tickers.length - 1), said: '' }
}

/** The state with a ticker more, chosen. */
export function withTicker(state: WatchState, text: string): WatchState {
  const ticker = text.trim().toUpperCase()
  const closed = { ...state, prompt: undefined }
  const place = state.tickers.indexOf(ticker)
  if (ticker === '') return closed
  if (place >= 0) return { ...closed, chosen: place, said: `${ticker} is there already.` }
  if (state.tickers.length >= tickersMax)
    return { ...closed, said: `At most ${tickersMax} tickers.` }
  return { ...closed, tickers: [...state.tickers, ticker], chosen: state.tickers.length, said: '' }
}

const promptLengthMax = 64

function inPrompt(state: WatchState, prompt: Prompt, input: string, key: WatchKey): KeyOutcome {
  if (key.escape) return { state: { ...state, prompt: undefined } }
  if (prompt.kind === 'found') return inFound(state, prompt, key)
  if (key.return) {
    if (prompt.kind === 'add') return { state: withTicker(state, prompt.text) }
    const find = prompt.text.trim()
    return { state: { ...state, prompt: undefined }, ...(find ? { effect: { find } } : {}) }
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

import { sanitise } from '@fiq/shared/sanitise'
import { type Row, textIn } from '../../query/rows.ts'
import type { Canvas } from '../../terminal/canvas.ts'
import {
  formatLarge,
  formatPercent,
  formatPrice,
  isNumber,
} from '../../terminal/format/format-number.ts'
import type { WatchView } from './draw-watch.tsx'
import { type KeyOutcome, withTicker } from './keys.ts'
import { marketWords, moneyWords, phaseWords, restWords } from './phase-words.ts'
import { chosenTicker, type WatchState } from './state.ts'

/**
 * The same watch for somebody who listens: a line for each price that changed, and whole words as
 * commands, each ended with Enter. Nothing is drawn over.
 */
export async function readAloud(watch: WatchView, { input, output }: Canvas): Promise<void> {
  const say = (line: string) => void output.write(`${sanitise(line)}\n`)
  const told = new Map<string, string>()
  let saidLast = ''
  const tell = () => {
    const state = watch.read()
    for (const [ticker, line] of priceLines(state)) {
      if (told.get(ticker) !== line) say(line)
      told.set(ticker, line)
    }
    const status = [state.said, ...(state.phase.kind === 'asking' ? [] : [steadyWords(state)])]
      .filter((words) => words !== '')
      .map((words) => words.replace(/\.$/, ''))
      .join('. ')
    if (status !== saidLast && status !== '') say(status)
    saidLast = status === '' ? saidLast : status
  }
  say('Type a command and Enter: add, remove, status, pause, go, now, help, quit.')
  tell()
  watch.onChange(tell)
  const { createInterface } = process.getBuiltinModule('node:readline')
  const lines = createInterface({ input, terminal: false })
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  lines.on('line', (line) => obey(watch, line, say))
  lines.once('close', hangUp)
  try {
    await Promise.race([watch.left, hungUp])
  } finally {
    watch.onChange(() => {})
    lines.close()
  }
}

/** What changes only when something happens, not with every second. */
function steadyWords(state: WatchState): string {
  const { phase } = state
  if (phase.kind === 'waiting') return moneyWords(state)
  return `${phaseWords(state, 0)[0]}. ${moneyWords(state)}`
}

function priceLines({ tickers, quotes }: WatchState): readonly (readonly [string, string])[] {
  return tickers.flatMap((ticker) => {
    const row = quotes.get(ticker)
    return row ? [[ticker, priceLine(row)] as const] : []
  })
}

function priceLine(row: Row): string {
  const { price, changePercent, volume } = row
  const ticker = textIn(row, 'ticker')
  if (!isNumber(price)) return `${ticker}: no price`
  const way =
    !isNumber(changePercent) || changePercent === 0 ? '' : changePercent > 0 ? ' up' : ' down'
  const change = isNumber(changePercent)
    ? `,${way} ${formatPercent(Math.abs(changePercent)).replace('+', '')}`
    : ''
  const traded = isNumber(volume) ? `, volume ${formatLarge(volume)}` : ''
  return `${ticker} ${formatPrice(price)}${change}${traded}`
}

function obey(watch: WatchView, line: string, say: (line: string) => void): void {
  const [word = '', ...rest] = line.trim().split(/\s+/)
  const state = watch.read()
  const outcome = outcomeOf(state, word.toLowerCase(), rest.join(' '))
  if (outcome) watch.onKey(outcome)
  else if (word.toLowerCase() === 'status') {
    say(marketWords(state, watch.now())[0])
    for (const [, each] of priceLines(state)) say(each)
    say(`${moneyWords(state)}. ${phaseWords(state, watch.now())[0]}. ${restWords(state)}.`)
  } else say('add AAPL, remove AAPL, status, pause, go, now, quit.')
}

/** What a command makes of the state, as a key would. */
function outcomeOf(state: WatchState, word: string, text: string): KeyOutcome | undefined {
  switch (word) {
    case 'q':
    case 'quit':
      return { state, effect: 'quit' }
    case 'add':
      return { state: withTicker(state, text) }
    case 'remove':
      return { state: without(state, text.toUpperCase()) }
    case 'pause':
      return { state, effect: 'pause' }
    case 'go':
    case 'now':
      return { state, effect: 'poll' }
    default:
      return undefined
  }
}

function without(state: WatchState, ticker: string): WatchState {
  const tickers = state.tickers.filter((other) => other !== ticker)
  if (tickers.length === state.tickers.length) return { ...state, said: `${ticker} is not there.` }
  if (tickers.length === 0) return { ...state, said: 'The last ticker stays.' }
  const chosen = Math.max(0, tickers.indexOf(chosenTicker(state)))
  return { ...state, tickers, chosen, said: `${ticker} is removed.` }
}

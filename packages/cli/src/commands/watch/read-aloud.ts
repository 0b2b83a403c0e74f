import { sanitise } from '@fiq/shared/sanitise'
import { priceText, problemWords } from '../../command-line/views/quote-table.ts'
import { type Row, textIn } from '../../query/rows.ts'
import type { Canvas } from '../../terminal/canvas.ts'
import { formatLarge, formatPercent, isNumber } from '../../terminal/format/format-number.ts'
import type { WatchView } from './draw-watch.tsx'
import { type KeyOutcome, press, withoutTicker, withTicker } from './keys.ts'
import type { WatchState } from './state.ts'
import { costWords, headWords, moneyWords } from './status-words.ts'

/**
 * The same view for screen readers: a line for each changed price, and whole words as commands,
 * each followed by Enter. Never redraws.
 */
export async function readAloud(watch: WatchView, { input, output }: Canvas): Promise<void> {
  const say = (line: string) => void output.write(`${sanitise(line)}\n`)
  const printed = new Map<string, string>()
  let readLast = ''
  const report = () => {
    const state = watch.read()
    for (const [ticker, line] of priceLines(state)) {
      if (printed.get(ticker) !== line) say(line)
      printed.set(ticker, line)
    }
    const status = [
      state.message,
      ...(state.phase.kind === 'querying' ? [] : [steadyWords(state, steadyNow(state))]),
    ]
      .filter((words) => words !== '')
      .map((words) => words.replace(/\.$/, ''))
      .join('. ')
    if (status !== readLast && status !== '') say(status)
    readLast = status === '' ? readLast : status
  }
  say('Type a command and Enter: add, remove, undo, status, pause, go, now, help, quit.')
  report()
  watch.onChange(report)
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

/** A fixed time for each state, so that its words are printed once. */
function steadyNow({ phase }: WatchState): number {
  return phase.kind === 'no server' ? phase.since : 0
}

/** Words that change only with events. */
function steadyWords(state: WatchState, now: number): string {
  const money = state.money.cap > 0n ? costWords(state, false).join('; ') : 'own server, no money'
  return state.phase.kind === 'waiting' ? money : `${headWords(state, now).text}. ${money}`
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
  if (!isNumber(price)) return `${ticker}: ${problemWords(row) ?? 'no price'}`
  const way =
    !isNumber(changePercent) || changePercent === 0 ? '' : changePercent > 0 ? ' up' : ' down'
  const change = isNumber(changePercent)
    ? `,${way} ${formatPercent(Math.abs(changePercent)).replace('+', '')}`
    : ''
  const traded = isNumber(volume) ? `, volume ${formatLarge(volume)}` : ''
  return `${ticker} ${priceText(row, 'price')}${change}${traded}`
}

function obey(watch: WatchView, line: string, say: (line: string) => void): void {
  const [word = '', ...rest] = line.trim().split(/\s+/)
  const state = watch.read()
  const outcome = outcomeOf(state, word.toLowerCase(), rest.join(' '))
  if (outcome) watch.onKey(outcome)
  else if (word.toLowerCase() === 'status') {
    say(headWords(state, watch.now()).text)
    for (const [, each] of priceLines(state)) say(each)
    say(moneyWords(state, watch.now(), Infinity))
  } else say('add AAPL, remove AAPL, undo, status, pause, go, now, quit.')
}

/** The state after a command word, like that after its key. */
function outcomeOf(state: WatchState, word: string, text: string): KeyOutcome | undefined {
  switch (word) {
    case 'q':
    case 'quit':
      return { state, effect: 'quit' }
    case 'add':
      return { state: withTicker(state, text) }
    case 'remove':
      return { state: withoutTicker(state, text.toUpperCase()) }
    case 'raise':
      return press(state, '+', {})
    case 'undo':
      return press(state, 'u', {})
    case 'pause':
      return { state, effect: 'pause' }
    case 'go':
      return { state, effect: 'resume' }
    case 'now':
      return { state, effect: 'poll' }
    default:
      return undefined
  }
}

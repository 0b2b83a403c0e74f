import { toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Given } from '../../command-line/declaration.ts'
import { flagOf, integerOf, optionOf } from '../../command-line/given.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import type { CliContext } from '../../compose/context.ts'
import { rowsOf, textIn, valueAt } from '../../query/rows.ts'
import { toolOperation } from '../../query/tool-query.ts'
import type { LiveTerminal } from '../../terminal/live-terminal.ts'
import type { WatchView } from './draw-watch.tsx'
import type { KeyEffect } from './keys.ts'
import { pollOperation } from './poll-operation.ts'
import { openPolling, type Polling } from './polling.ts'
import { saidOf } from './said-of.ts'
import { initialState, perHour, tickersMax, type WatchState } from './state.ts'

/** Most names a search by name brings. */
const foundMax = 8

/** `fiq watch` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { live, settings } = context
  const state = stateOf(given, settings)
  if (!live) throw noTerminal()
  const { cap } = state.money
  await refuseAboveCap(context, cap)
  let draw = () => {}
  const heard: string[] = []
  const session = await context.openSession({ cap, note: (line) => void heard.push(line) })
  const priceOf = async (operation: ReturnType<typeof pollOperation>) =>
    (await context.estimate(operation)).amount
  const polling = openPolling(state, {
    session: {
      ...session,
      // What is approved is the whole of it.
      query: (operation) => session.query({ ...operation, label: labelOf(polling.read()) }),
    },
    priceOf,
    after: live.timers.after,
    now: () => context.now().getTime(),
    evenClosed: flagOf(given, 'evenClosed'),
    onChange: () => draw(),
  })
  if (settings.dryRun) return void (await context.query(pollOperation(state)))
  await polling.first()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  live.onStop(leave)
  const view: WatchView = {
    read: polling.read,
    left,
    now: () => context.now().getTime(),
    onChange(run) {
      draw = run
    },
    onKey({ state: next, effect }) {
      polling.change(next)
      obey(effect, { polling, leave })
    },
  }
  try {
    await show(view, live, context.output.screen.ascii === true)
  } finally {
    polling.stop()
  }
  for (const line of heard) context.output.note(line)
  context.output.note(`spent ${formatUsdc(session.spent())} of ${formatUsdc(cap)} USDC`)
}

async function show(view: WatchView, live: LiveTerminal, ascii: boolean): Promise<void> {
  if (!live.drawsOver) {
    const { readAloud } = await import('./read-aloud.ts')
    return live.draw((canvas) => readAloud(view, canvas))
  }
  const { drawWatch } = await import('./draw-watch.tsx')
  return live.draw((canvas) => drawWatch(view, canvas, { ...live, ascii }))
}

function obey(
  effect: KeyEffect,
  { polling, leave }: { polling: Polling; leave: () => void },
): void {
  if (effect === 'quit') leave()
  else if (effect === 'pause') polling.pause()
  else if (effect === 'poll') void polling.poll()
  else if (effect) void find(effect.find, polling)
}

/** Looks for a name; what is found is offered to be added. */
async function find(name: string, polling: Polling): Promise<void> {
  const say = (changes: Partial<WatchState>) => polling.change({ ...polling.read(), ...changes })
  const tool = toolNamed('searchEntities')!
  try {
    const answer = await polling.ask(toolOperation(tool, { query: name, limit: foundMax }))
    const rows = rowsOf(valueAt(answer.response, tool.outputPath)).map((row) => ({
      name: textIn(row, 'name'),
      ticker: textIn(row, 'tickers').split(', ')[0] ?? '',
    }))
    if (rows.length === 0) say({ said: `Nothing is called "${name}".` })
    else say({ prompt: { kind: 'found', rows, chosen: 0 }, said: '' })
  } catch (error) {
    say({ said: saidOf(error) })
  }
}

function stateOf(given: Given, settings: CliContext['settings']): WatchState {
  const { maxPriceApproves, isPersonal } = settings
  const maxPrice = isPersonal ? 0n : settings.maxPrice
  const tickers = tickersOf(given)
  // Of this command line: a variable or a setting is not an answer to what it may cost.
  if (maxPrice === undefined || !(maxPriceApproves || isPersonal))
    throw new FiqError('USAGE', 'fiq watch needs --max-spend <usdc>: the most it may cost.', {
      remedy: 'For example: fiq watch AAPL --max-spend 0.50',
    })
  if (tickers.length === 0 || tickers.length > tickersMax)
    throw new FiqError('USAGE', `fiq watch takes 1 to ${tickersMax} tickers, none empty.`)
  const every = integerOf(given, 'every', { min: 5, max: 86_400 }) ?? 60
  return initialState({
    tickers,
    cap: maxPrice,
    everyMs: every * 1_000,
    frame: optionOf(given, 'range') ?? '1D',
    chart: (optionOf(given, 'chart') ?? 'line') as WatchState['chart'],
  })
}

/** What is bought, in one line: it is what the approval says. */
function labelOf(state: WatchState): string {
  const names = state.tickers.join(' ')
  const shown = names.length > 40 ? `${state.tickers.length} tickers` : names
  const hour = formatUsdc(perHour(state))
  return `watch ${shown} every ${state.everyMs / 1_000} s: ${hour} USDC an hour, at most ${formatUsdc(state.money.cap)} USDC`
}

/** The budget would stop it there: better said before than in the middle. */
async function refuseAboveCap({ money }: CliContext, cap: bigint): Promise<void> {
  const { perSession } = (await money.budget.read()).limits
  if (cap <= perSession) return
  throw new FiqError('OVER_LIMIT', '--max-spend is more than a session may spend.', {
    facts: [
      `--max-spend: ${formatUsdc(cap)} USDC`,
      `Cap of a session: ${formatUsdc(perSession)} USDC`,
    ],
    remedy: 'Lower it, or raise the cap: fiq budget set --per-session <usdc>.',
  })
}

function noTerminal(): FiqError {
  return new FiqError('USAGE', 'fiq watch needs a terminal to draw on and to read keys from.', {
    remedy: 'In a script ask again yourself: fiq quote AAPL --json',
  })
}

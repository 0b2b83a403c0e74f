import { toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { orNames } from '@fiq/shared/spelling/name-list'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { durationOf } from '../../command-line/duration-of.ts'
import { flagOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { tickersWithLists } from '../../command-line/tickers-of.ts'
import type { CliContext } from '../../compose/context.ts'
import { doubtWords } from '../../query/about-sessions.ts'
import { rowsOf, textIn, valueAt } from '../../query/rows.ts'
import { toolOperation } from '../../query/tool-query.ts'
import { everyWords } from '../../terminal/format/span-words.ts'
import { usdcText, usdcUnit } from '../../terminal/format/usdc-text.ts'
import type { LiveTerminal } from '../../terminal/live-terminal.ts'
import type { WatchView } from './draw-watch.tsx'
import { errorLine } from './error-line.ts'
import { frameNamed, frames, oldRanges } from './frames.ts'
import type { KeyEffect } from './keys.ts'
import { openPolling, type Polling } from './polling.ts'
import { defaultEvery, initialState, perHour, tickersMax, type WatchState } from './state.ts'
import { costWords } from './status-words.ts'
import { nothing, pollNeeds, watchOperation } from './watch-operation.ts'

/** Maximum names found by a search. */
const foundMax = 8

/** Minimum and maximum time between two polls. */
const everyBounds = { min: 5_000, max: 86_400_000 }
/** Interval on the user's own server, where a poll is free. */
const everyOwnMs = 15_000

/** `fiq watch` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const { live, settings } = context
  const priced = await pricedState(context, args)
  if (!live) throw noTerminal()
  const { cap } = priced.money
  const { perSession } = (await context.money.budget.read()).limits
  const raisable = (from: bigint) => (from + cap <= perSession ? cap : perSession - from)
  let draw = () => {}
  const heard: string[] = []
  const session = await context.openSession({ cap, note: (line) => void heard.push(line) })
  const unit = usdcUnit(session.isPlay)
  const initial = { ...priced, money: { ...priced.money, unit, raisable: raisable(cap) } }
  noteCost(context, initial)
  const polling = openPolling(initial, {
    session,
    raisable,
    priceOf: async (operation) => (await context.estimate(operation)).amount,
    stated: context.stated,
    after: live.timers.after,
    now: () => context.now().getTime(),
    onChange: () => draw(),
    // The approval covers the whole session.
    labelOf,
  })
  if (settings.dryRun) {
    const needs = pollNeeds(initial, context.now().getTime())
    return void (await context.query(watchOperation(needs, labelOf(initial))))
  }
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
      obey(effect, { polling, leave, stated: context.stated })
    },
  }
  try {
    await show(view, live, context.output.screen.ascii === true)
  } finally {
    polling.stop()
  }
  for (const line of heard) context.output.note(line)
  if (cap > 0n)
    context.output.note(
      `spent ${usdcText(session.spent())} of ${usdcText(polling.read().money.cap)} ${unit}`,
    )
  const inDoubt = session.inDoubt()
  if (inDoubt > 0n) context.output.warn(doubtWords(inDoubt, session.isPlay))
}

/** The state before the first poll, with an interval that fits the daily cap. */
async function pricedState(context: CliContext, args: ParsedArguments): Promise<WatchState> {
  const { settings, output } = context
  const initial = stateOf(context, args)
  const { cap } = initial.money
  await refuseAboveCap(context, cap)
  const steady = { ...nothing, quotes: initial.tickers }
  const perPoll = (await context.estimate(watchOperation(steady, ''))).amount
  // Credits have no daily budget, so the session's cap is the limit.
  const { perDay } = (await context.money.budget.read()).limits
  const money = { ...initial.money, perPoll, perDay: settings.apiKey === undefined ? perDay : cap }
  const every = durationOf(args, 'every', everyBounds)
  if (every?.isBare) output.warn(`--every ${every.ms / 1_000} is now --every ${every.ms / 1_000}s.`)
  const everyMs =
    every?.ms ?? (settings.isPersonal ? everyOwnMs : defaultEvery({ ...initial, money }))
  return { ...initial, money, everyMs }
}

function noteCost({ output }: CliContext, state: WatchState): void {
  const { perPoll, unit } = state.money
  if (perPoll === 0n) return
  const cost = costWords(state, true).slice(1).join('; ')
  output.note(`every ${everyWords(state.everyMs)}: ${cost} ${unit}`)
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
  { polling, leave, stated }: { polling: Polling; leave(): void } & Pick<CliContext, 'stated'>,
): void {
  if (effect === 'quit') leave()
  else if (effect === 'pause') polling.pause()
  else if (effect === 'resume') polling.resume()
  else if (effect === 'poll') void polling.poll()
  else if (effect === 'buy') void polling.buy()
  else if (effect === 'raise') void polling.raise()
  else if (effect) void find(effect.find, polling, stated)
}

/** Searches for a name and offers to add the match. */
async function find(name: string, polling: Polling, stated: CliContext['stated']): Promise<void> {
  const say = (changes: Partial<WatchState>) => polling.change({ ...polling.read(), ...changes })
  const tool = toolNamed('searchEntities')!
  try {
    const answer = await polling.query(toolOperation(tool, { query: name, limit: foundMax }))
    const rows = rowsOf(valueAt(answer.response, tool.outputPath)).map((row) => ({
      name: textIn(row, 'name'),
      ticker: textIn(row, 'tickers').split(', ')[0] ?? '',
    }))
    if (rows.length === 0) say({ message: `No entity was found for "${name}".` })
    else say({ prompt: { kind: 'found', rows, chosen: 0 }, message: '' })
  } catch (error) {
    say({ message: errorLine(stated(error)) })
  }
}

function stateOf({ settings, output, lists }: CliContext, args: ParsedArguments): WatchState {
  const { maxPriceApproves, isPersonal } = settings
  const maxPrice = isPersonal ? 0n : settings.maxPrice
  const { tickers, listOf } = tickersWithLists(args, lists)
  // Only a cap on this command line is an approval. A variable or a setting applies to every
  // command.
  if (maxPrice === undefined || !(maxPriceApproves || isPersonal))
    throw new FiqError(
      'USAGE',
      'fiq watch needs --max-spend <usdc>, the maximum that it may pay.',
      { remedy: 'For example: fiq watch AAPL --max-spend 0.50' },
    )
  if (tickers.length === 0 || tickers.length > tickersMax)
    throw new FiqError('USAGE', `fiq watch needs 1 to ${tickersMax} tickers, none of them empty.`)
  const range = rangeOf(args)
  if (range.old !== undefined) output.warn(`--range ${range.old} is now --range ${range.name}.`)
  return initialState({
    tickers,
    lists: listOf,
    cap: maxPrice,
    perDay: 0n,
    evenClosed: flagOf(args, 'evenClosed'),
    everyMs: everyOwnMs,
    range: range.name,
    chart: (optionOf(args, 'chart') ?? 'line') as WatchState['chart'],
  })
}

/** The range by its current name, or by the name it had until 0.1. */
function rangeOf(args: ParsedArguments): { name: string; old?: string } {
  const text = optionOf(args, 'range') ?? '1d'
  const old = Object.hasOwn(oldRanges, text) ? oldRanges[text] : undefined
  if (old !== undefined) return { name: old, old: text }
  if (frameNamed(text.toLowerCase())) return { name: text.toLowerCase() }
  const names = frames.map(({ name }) => name)
  throw new FiqError('USAGE', `--range must be one of ${orNames(names)}.`, {
    facts: [`Given: ${text.slice(0, 40)}`, ...didYouMean(text, names)],
  })
}

/** The purchase in one line, for the approval. */
function labelOf(state: WatchState): string {
  const names = state.tickers.join(' ')
  const shown = names.length > 40 ? `${state.tickers.length} tickers` : names
  const { cap, unit } = state.money
  const hour = usdcText(perHour(state))
  return `watch ${shown} every ${everyWords(state.everyMs)}: ${hour} ${unit} an hour, at most ${usdcText(cap)} ${unit}`
}

/** Refuses a cap above the budget, which would stop the view in the middle. */
async function refuseAboveCap({ money }: CliContext, cap: bigint): Promise<void> {
  const { perSession } = (await money.budget.read()).limits
  if (cap <= perSession) return
  throw new FiqError('OVER_LIMIT', '--max-spend is above the cap of a session.', {
    facts: [
      `--max-spend: ${formatUsdc(cap)} USDC`,
      `Cap of a session: ${formatUsdc(perSession)} USDC`,
    ],
    remedy: 'Lower --max-spend, or raise the cap: fiq budget set --per-session <usdc>.',
  })
}

function noTerminal(): FiqError {
  return new FiqError('USAGE', 'fiq watch needs a terminal to draw on and to read keys from.', {
    remedy: 'In a script, run fiq quote AAPL --json repeatedly.',
  })
}

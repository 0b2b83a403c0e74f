import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { durationOf } from '../../command-line/duration-of.ts'
import { argumentsOf, flagOf, optionOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import type { StoredAlert, StoredAlerts } from '../../personal/stored-alerts.ts'
import { rowsOf, textIn } from '../../query/rows.ts'
import { everyWords } from '../../terminal/format/span-words.ts'
import type { Table } from '../../terminal/format/table.ts'
import { renderTable } from '../../terminal/format/table.ts'
import { usdcText, usdcUnit } from '../../terminal/format/usdc-text.ts'
import { conditionsMax, quoteOf, readCondition } from './conditions.ts'
import { type Alert, isAway, operationOf, pollAlerts, type Waiting } from './poll-alerts.ts'

const everyBounds = { min: 5_000, max: 86_400_000 }
const everyDefaultMs = 180_000
const everyOwnMs = 15_000

/** `fiq alert 'AAPL < 200' --max-spend 1` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const conditions = argumentsOf(args, 'conditions').map(readCondition)
  const alerts = conditions.map((condition) => ({ condition, run: optionOf(args, 'run') }))
  if (alerts.length > conditionsMax)
    throw new FiqError('USAGE', `fiq alert needs 1 to ${conditionsMax} conditions.`)
  const ways = ['background', 'remove', 'waiting'].filter((name) => flagOf(args, name))
  if (ways.length > 1)
    throw new FiqError('USAGE', `--${ways.join(' and --')} cannot be used together.`)
  const [way] = ways
  if (way === 'waiting') return pollStored(context)
  if (alerts.length === 0 && way === undefined) return showStored(context)
  if (alerts.length === 0)
    throw new FiqError('USAGE', `--${way} needs a condition.`, {
      remedy: `For example: fiq alert --${way} 'AAPL < 200'`,
    })
  if (way === 'remove') return removeStored(context, alerts)
  if (way === 'background') return store(context, alerts, args)
  return pollHere(context, alerts, args)
}

/** Polls in this terminal, up to the cap. */
async function pollHere(
  context: CliContext,
  alerts: readonly Alert[],
  args: ParsedArguments,
): Promise<void> {
  const { settings, output } = context
  const cap = capOf(settings)
  const every = durationOf(args, 'every', everyBounds)
  const everyMs = every?.ms ?? (settings.isPersonal ? everyOwnMs : everyDefaultMs)
  const lasting = settings.isPersonal || settings.dryRun ? undefined : nameOf(alerts)
  const session = await context.openSession({ cap, note: output.note, ...defined({ lasting }) })
  const { isPlay } = session
  if (settings.dryRun)
    return void (await context.query(operationOf(alerts, { everyMs, cap }, isPlay)))
  output.note(
    cap > 0n
      ? `every ${everyWords(everyMs)}, at most ${usdcText(cap)} ${usdcUnit(isPlay)}; ends with Ctrl-C`
      : `every ${everyWords(everyMs)} on your own server; ends with Ctrl-C`,
  )
  let remaining = alerts
  const waiting = {
    list: () => remaining,
    reached: (alert: Alert) => {
      remaining = remaining.filter((each) => each !== alert)
    },
  }
  await pollAlerts(context, session, { waiting, pace: { everyMs, cap } })
}

/** Stores alerts whose tickers have prices, and starts the background process. */
async function store(
  context: CliContext,
  alerts: readonly Alert[],
  args: ParsedArguments,
): Promise<void> {
  expectOwnServer(context)
  if (optionOf(args, 'every') !== undefined)
    throw new FiqError('USAGE', '--every applies only to alerts in this terminal.', {
      facts: [`Alerts in the background query the prices every ${everyWords(everyOwnMs)}.`],
    })
  const { data } = await context.query(operationOf(alerts, { everyMs: everyOwnMs, cap: 0n }, false))
  const quotes = rowsOf(data?.['quotes'])
  for (const { condition } of alerts) {
    const problem = textIn(quoteOf(condition, quotes) ?? {}, 'problem')
    if (problem) throw new FiqError('BAD_INPUT', `${condition.ticker}: ${problem}`)
  }
  const { alerts: stored } = await context.personal()
  stored.add(alerts.map(({ condition, run }) => ({ condition: textOf(condition), run })))
  const runs = stored.start()
  await showStored(context, runs)
}

/**
 * The background process. It ends when no alert waits, or when the server has ended: what starts the
 * server starts this process as well.
 */
async function pollStored(context: CliContext): Promise<void> {
  const { alerts: stored, running } = await context.personal()
  if (stored.list().length === 0) return
  if (!context.settings.isPersonal) throw serverEnded()
  const waiting: Waiting = {
    list: () =>
      stored.list().map(({ condition, run }) => ({ condition: readCondition(condition), run })),
    reached: (alert) => void stored.remove(storedTexts(stored, alert)),
  }
  const pace = { everyMs: everyOwnMs, cap: 0n }
  for (;;) {
    const release = stored.claim()
    if (!release) return
    try {
      const session = await context.openSession({ cap: 0n, note: context.output.note })
      return await pollAlerts(context, session, { waiting, pace, failuresMax: 1 })
    } catch (error) {
      if (!isAway(error)) throw error
    } finally {
      release()
    }
    // Looked at after the release: a server that is ready later finds no process, and starts one.
    if (!(await running())) throw serverEnded()
    await context.wait(everyOwnMs)
  }
}

function serverEnded(): FiqError {
  return new FiqError(
    'SERVER_UNREACHABLE',
    'Your own server does not run, so no alert is checked.',
    { remedy: 'fiq up starts both.' },
  )
}

/** The name under which the cost of these alerts counts, in any order of the conditions. */
function nameOf(alerts: readonly Alert[]): string {
  const texts = alerts.map(({ condition }) => textOf(condition))
  return `alert ${[...new Set(texts)].sort().join(', ')}`
}

/** Removes alerts from the background, and forgets what alerts in a terminal have spent. */
async function removeStored(context: CliContext, alerts: readonly Alert[]): Promise<void> {
  const { alerts: stored } = await context.personal()
  const removed = stored.remove(alerts.flatMap((alert) => storedTexts(stored, alert)))
  const isForgotten = await context.endSession(nameOf(alerts))
  if (isForgotten) context.output.note('The next run of this alert counts its cost from zero.')
  if (removed === 0 && !isForgotten)
    throw new FiqError('NOT_FOUND', 'There is no such alert in the background.', {
      remedy: 'fiq alert lists the alerts in the background.',
    })
  await showStored(context)
}

const storedTable: Table<StoredAlert> = {
  columns: [
    {
      title: 'ticker',
      width: 8,
      cell: ({ condition }) => readCondition(condition).ticker,
      tone: () => 'bold',
    },
    { title: 'when', width: 12, cell: ({ condition }) => readCondition(condition).text },
    { title: 'starts', width: 20, grows: true, cell: ({ run }) => run ?? '–' },
  ],
}

async function showStored({ output, personal }: CliContext, runs?: boolean): Promise<void> {
  const { alerts: stored } = await personal()
  const alerts = stored.list()
  output.print({
    value: alerts.map(({ condition, run = null }) => ({ condition, run })),
    view: (screen) =>
      alerts.length > 0
        ? renderTable(storedTable, alerts, screen)
        : "No alerts in the background. Store one: fiq alert --background 'AAPL < 200'",
  })
  if (alerts.length === 0) return
  output.note(
    (runs ?? stored.isRunning())
      ? `Checked every ${everyWords(everyOwnMs)}. Reached conditions are logged in ${stored.logFile}`
      : 'Nothing checks these alerts now. Start that with fiq up.',
  )
}

/** The stored texts of a condition. The file may have been edited: `aapl<200` is `AAPL < 200`. */
function storedTexts(stored: Pick<StoredAlerts, 'list'>, { condition }: Alert): string[] {
  const texts = stored.list().map((each) => each.condition)
  return texts.filter((text) => textOf(readCondition(text)) === textOf(condition))
}

/** The stored text of a condition. @example 'AAPL < 200' */
function textOf({ ticker, text }: Alert['condition']): string {
  return `${ticker} ${text}`
}

function expectOwnServer({ settings }: CliContext): void {
  if (settings.isPersonal) return
  throw new FiqError(
    'USAGE',
    'Alerts in the background need your own server, where queries are free.',
    { remedy: 'Start one with fiq up. Without it, run fiq alert with --max-spend in a terminal.' },
  )
}

function capOf({ isPersonal, maxPrice, maxPriceApproves }: CliContext['settings']): bigint {
  if (isPersonal) return 0n
  // Only a cap on this command line is an approval. A variable or a setting applies to every
  // command.
  if (maxPrice !== undefined && maxPriceApproves) return maxPrice
  throw new FiqError('USAGE', 'fiq alert needs --max-spend <usdc>, the maximum that it may pay.', {
    remedy: "For example: fiq alert 'AAPL < 200' --max-spend 1",
  })
}

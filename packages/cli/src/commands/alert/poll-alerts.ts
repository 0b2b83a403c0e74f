import { FiqError, hasCode } from '@fiq/shared/errors'
import { sandboxWords } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { serverSays } from '../../http/server-says.ts'
import { doubtWords } from '../../query/about-sessions.ts'
import type { Answer } from '../../query/answer.ts'
import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { everyWords } from '../../terminal/format/span-words.ts'
import { usdcText, usdcUnit } from '../../terminal/format/usdc-text.ts'
import { createAlertPrinter } from './alert-lines.ts'
import { type Condition, quoteOf, standingOf } from './conditions.ts'

/** A condition, and the program to start when it is reached. */
export type Alert = { condition: Condition; run?: string | undefined }

/** Waiting alerts. */
export type Waiting = {
  list(): readonly Alert[]
  reached(alert: Alert): void
}

/** Time between two queries, and the maximum cost of all queries in atomic units. */
export type Pace = { everyMs: number; cap: bigint }

/**
 * Queries the prices of the alerts until all are reached, and reports each.
 *
 * @param polling.failuresMax - Maximum number of consecutive failures to reach the server.
 */
export async function pollAlerts(
  context: CliContext,
  session: QuerySession,
  { waiting, pace, failuresMax = 10 }: { waiting: Waiting; pace: Pace; failuresMax?: number },
): Promise<void> {
  const { note } = context.output
  const before = session.spent()
  if (before > 0n)
    note(`Earlier runs of this alert have spent ${usdcText(before)} ${usdcUnit(session.isPlay)}.`)
  const inDoubt = session.inDoubt()
  if (inDoubt > 0n) note(doubtWords(inDoubt, session.isPlay))
  const printer = createAlertPrinter(context)
  const wait = waitOrEnd(context, () => {
    const count = waiting.list().length
    context.output.foot(
      'note',
      `Ended; ${count} ${count === 1 ? 'condition' : 'conditions'} not reached.`,
    )
    footCost(context, session, pace)
  })
  for (let isFirst = true; ; isFirst = false) {
    const alerts = waiting.list()
    if (alerts.length === 0) {
      footCost(context, session, pace)
      return session.end()
    }
    const ports = { ...context, wait }
    const answer = await newAnswer(ports, session, alerts, { ...pace, failuresMax })
    if (isFirst && answer?.sandbox) context.output.warn(sandboxWords)
    const quotes = answer ? pricesIn(answer, context) : []
    for (const alert of alerts) {
      const quote = quoteOf(alert.condition, quotes)
      const standing = standingOf(alert.condition, quote)
      const problem = textIn(quote ?? {}, 'problem')
      if (isFirst && problem) context.output.warn(`${alert.condition.ticker}: ${problem}`)
      if (isFirst || standing.isReached) printer.print({ ...alert, quote, standing })
      if (!standing.isReached) continue
      printer.announce({ ...alert, quote, standing })
      waiting.reached(alert)
    }
    session.delivered()
    if (waiting.list().length > 0) await wait(pace.everyMs)
  }
}

/** Waits between two queries. A signal that arrives meanwhile is an orderly end, not an error. */
function waitOrEnd({ wait, onCancelled, output }: CliContext, end: () => void): CliContext['wait'] {
  let isOrderly = false
  onCancelled(() => {
    if (isOrderly) end()
    return isOrderly
  })
  return async (ms) => {
    // A program that reads the output expects the error as JSON.
    isOrderly = output.format === 'text'
    await wait(ms)
    isOrderly = false
  }
}

function footCost({ output }: CliContext, { spent, isPlay }: QuerySession, { cap }: Pace): void {
  if (cap > 0n) output.foot('cost', `${usdcText(spent())} of ${usdcText(cap)} ${usdcUnit(isPlay)}`)
}

/**
 * Fetches the prices. If the server is unreachable, retries after the same wait.
 *
 * @returns `undefined` if only old prices of an earlier run arrive.
 */
async function newAnswer(
  context: Pick<CliContext, 'output' | 'estimate' | 'wait'>,
  session: QuerySession,
  alerts: readonly Alert[],
  { everyMs, cap, failuresMax }: Pace & { failuresMax: number },
): Promise<Answer | undefined> {
  const operation = operationOf(alerts, { everyMs, cap }, session.isPlay)
  for (let failures = 1; ; failures += 1) {
    try {
      const answer = await session.query(operation)
      if (!isOld(answer)) return answer
      // An earlier run bought it. Its prices are not those of now, so no alert is reached by them.
      if (failures === failuresMax) return undefined
      session.delivered()
      context.output.warn('An earlier run bought these prices, and they are old; querying again.')
    } catch (error) {
      if (isOverBudget(error)) {
        const { amount } = await context.estimate(operation)
        if (session.spent() + amount > cap) throw capReached(session, cap)
      }
      if (!isAway(error) || failures === failuresMax) throw error
      context.output.warn(`No answer from the server; trying again. ${error.message}`)
      await context.wait(everyMs)
    }
  }
}

/** Only a new purchase is refused: an open one of this query is resumed, also at the cap. */
function isOverBudget(error: unknown): boolean {
  return hasCode(error, 'OVER_BUDGET')
}

function isOld({ age }: Answer): boolean {
  return age !== undefined && age.stale.length > 0
}

/** The quotes of an answer. Its errors are reported, because a paid answer may hold no prices. */
function pricesIn({ data, errors }: Answer, { output }: CliContext): readonly Row[] {
  const [first, ...more] = errors
  if (first)
    output.warn(
      `${serverSays(first.message)}${more.length > 0 ? ` (and ${more.length} more errors)` : ''}`,
    )
  return rowsOf(data?.['quotes'])
}

/** Whether the server could not be reached. */
export function isAway(error: unknown): error is FiqError {
  return error instanceof FiqError && error.kind === 'network'
}

/** The query for the prices of all alerts. */
export function operationOf(
  alerts: readonly Alert[],
  { everyMs, cap }: Pace,
  isPlay: boolean,
): Operation {
  const tickers = [...new Set(alerts.map(({ condition }) => condition.ticker))]
  return {
    query:
      'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price changePercent asOf problem } }',
    variables: { tickers },
    label: `alert ${tickers.join(' ').slice(0, 40)} every ${everyWords(everyMs)}, at most ${usdcText(cap)} ${usdcUnit(isPlay)}`,
  }
}

function capReached({ spent, isPlay }: QuerySession, cap: bigint): FiqError {
  return new FiqError(
    'OVER_BUDGET',
    `${usdcText(spent())} of ${usdcText(cap)} ${usdcUnit(isPlay)} are spent, and the next query would exceed --max-spend.`,
    {
      remedy:
        'Run the command again with a larger --max-spend: it counts all runs of this alert. To count from zero, remove the alert with --remove.',
    },
  )
}

import { FiqError } from '@fiq/shared/errors'
import type { Given } from '../../command-line/declaration.ts'
import { durationOf } from '../../command-line/duration-of.ts'
import { argumentsOf, optionOf } from '../../command-line/given.ts'
import type { CliContext } from '../../compose/context.ts'
import type { QuerySession } from '../../query/open-session.ts'
import type { Operation } from '../../query/operation.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatPercent, formatPrice } from '../../terminal/format/format-number.ts'
import { instantText, zoneOfTicker } from '../../terminal/format/instant.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import {
  type Condition,
  conditionsMax,
  quoteOf,
  readCondition,
  type Standing,
  standingOf,
} from './conditions.ts'

const everyBounds = { min: 5_000, max: 86_400_000 }
const everyDefaultMs = 180_000
const everyOwnMs = 15_000
/** So often a query may fail in a row before it gives up. */
const failuresMax = 10

/** `fiq alert 'AAPL < 200' --max-spend 1` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const { settings, output } = context
  const conditions = argumentsOf(given, 'conditions').map(readCondition)
  if (conditions.length > conditionsMax)
    throw new FiqError('USAGE', `fiq alert takes 1 to ${conditionsMax} conditions.`)
  const cap = capOf(settings)
  const every = durationOf(given, 'every', everyBounds)
  const everyMs = every?.ms ?? (settings.isPersonal ? everyOwnMs : everyDefaultMs)
  const operation = operationOf(conditions, everyMs, cap)
  if (settings.dryRun) return void (await context.query(operation))
  const session = await context.openSession({ cap, note: output.note })
  output.note(
    cap > 0n
      ? `every ${everyMs / 1_000} s, at most ${usdcText(cap)} USDC; ends with Ctrl-C`
      : `every ${everyMs / 1_000} s on your own server; ends with Ctrl-C`,
  )
  let waiting: readonly Condition[] = conditions
  for (let isFirst = true; waiting.length > 0; isFirst = false) {
    const quotes = await quotesOf(context, session, { operation, cap })
    const standings = waiting.map((condition) => ({
      condition,
      quote: quoteOf(condition, quotes),
      standing: standingOf(condition, quoteOf(condition, quotes)),
    }))
    const said = isFirst ? standings : standings.filter(({ standing }) => standing.isReached)
    for (const one of said) tell(context, one, optionOf(given, 'run'))
    session.delivered()
    waiting = standings
      .filter(({ standing }) => !standing.isReached)
      .map(({ condition }) => condition)
    if (waiting.length > 0) await context.wait(everyMs)
  }
}

type Told = { condition: Condition; quote: Row | undefined; standing: Standing }

/** Prints one line. A reached alert also rings the bell, notifies, and starts the program. */
function tell(context: CliContext, told: Told, program: string | undefined): void {
  const { condition, standing } = told
  const { output } = context
  const value = {
    time: context.now().toISOString(),
    ticker: condition.ticker,
    price: standing.price,
    condition: condition.text,
    reached: standing.isReached,
  }
  output.print({
    value,
    view: (screen) => {
      const bell = standing.isReached && screen.interactive ? '\u0007' : ''
      return lineOf(told, context, screen) + bell
    },
  })
  if (!standing.isReached) return
  const price = formatPrice(standing.price)
  context.notify(
    `${condition.ticker} ${price}`,
    `${condition.ticker} ${condition.text} is reached.`,
  )
  if (program !== undefined)
    context.startProgram(program, [condition.ticker, String(standing.price), condition.text])
}

/** A row without the header, which would stand above each. */
function lineOf(told: Told, context: CliContext, screen: Screen): string {
  return renderTable(alertTable(context), [told], screen).split('\n').slice(1).join('\n')
}

const alertTable = (context: CliContext): Table<Told> => ({
  columns: [
    {
      title: 'as of',
      width: 13,
      cell: ({ condition, quote }) =>
        instantText(textIn(quote ?? {}, 'asOf'), zoneOfTicker(condition.ticker), {
          now: context.now(),
        }),
    },
    { title: 'ticker', width: 8, cell: ({ condition }) => condition.ticker, tone: () => 'bold' },
    {
      title: 'price',
      width: 10,
      align: 'right',
      cell: ({ standing }) => formatPrice(standing.price),
    },
    { title: 'when', width: 12, cell: ({ condition }) => condition.text },
    {
      title: 'away',
      width: 8,
      align: 'right',
      cell: ({ standing }) => formatPercent(standing.away),
    },
    {
      title: 'state',
      width: 7,
      cell: ({ standing }) => (standing.isReached ? 'REACHED' : 'waits'),
    },
  ],
})

/** Fetches the prices. If the server is unreachable, retries after the same wait. */
async function quotesOf(
  context: CliContext,
  session: QuerySession,
  { operation, cap }: { operation: Operation; cap: bigint },
): Promise<readonly Row[]> {
  for (let failures = 1; ; failures += 1) {
    const { amount } = await context.estimate(operation)
    if (session.spent() + amount > cap) throw capReached(session.spent(), cap)
    try {
      const answer = await session.query(operation)
      return rowsOf(answer.data?.['quotes'])
    } catch (error) {
      const isAway = error instanceof FiqError && error.kind === 'network'
      if (!isAway || failures === failuresMax) throw error
      context.output.warn(`No server; tried again. ${error.message}`)
      await context.wait(everyDefaultMs)
    }
  }
}

function operationOf(conditions: readonly Condition[], everyMs: number, cap: bigint): Operation {
  const tickers = [...new Set(conditions.map(({ ticker }) => ticker))]
  return {
    query:
      'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price changePercent asOf problem } }',
    variables: { tickers },
    label: `alert ${tickers.join(' ').slice(0, 40)} every ${everyMs / 1_000} s, at most ${usdcText(cap)} USDC`,
  }
}

function capOf({ isPersonal, maxPrice, maxPriceApproves }: CliContext['settings']): bigint {
  if (isPersonal) return 0n
  // Only a cap on this command line approves: a variable or a setting applies to every command.
  if (maxPrice !== undefined && maxPriceApproves) return maxPrice
  throw new FiqError('USAGE', 'fiq alert needs --max-spend <usdc>: the most it may cost.', {
    remedy: "For example: fiq alert 'AAPL < 200' --max-spend 1",
  })
}

function capReached(spent: bigint, cap: bigint): FiqError {
  return new FiqError(
    'OVER_BUDGET',
    `${usdcText(spent)} of ${usdcText(cap)} USDC are spent, and the next query would pass --max-spend.`,
    { remedy: 'Start it again with a larger --max-spend. Nothing was signed.' },
  )
}

import { screenFilter } from '@fiq/shared/catalog/inputs'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { orderBy } from '../../command-line/order-by.ts'
import { integerOf, optionOf, optionsOf } from '../../command-line/parsed-arguments.ts'
import { runTool } from '../../command-line/run-tool.ts'
import {
  formatCountInFull,
  number,
  percent,
  price,
  text,
  word,
} from '../../command-line/views/columns.ts'
import { headline } from '../../command-line/views/headline.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf } from '../../query/rows.ts'
import { formatScore } from '../../terminal/format/format-number.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { screenFields } from './fields.ts'
import { columnNamed, meets, numberOf, readConditions, serverBounds } from './read-conditions.ts'

/** `fiq screen` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  refuseOldCap(context, args)
  const conditions = readConditions(optionsOf(args, 'where'))
  const sort = optionOf(args, 'sort')
  const order = sort === undefined ? undefined : orderBy(sort, screenFields, columnNamed)
  const filter = { ...serverBounds(conditions), ...filterOptions(args) }
  const { answer, value } = await runTool(context, 'screen', {
    filter: Object.keys(filter).length === 0 ? undefined : filter,
  })
  const universe = String(filter['universe'] ?? screenFilter.properties?.['universe']?.default)
  const came = Array.isArray(value) ? rowsOf(value) : undefined
  const rows = came?.filter((row) => meets(row, conditions))
  if (rows && order) (rows as Row[]).sort(order)
  present(
    context,
    answer,
    {
      value: rows ?? value,
      ...defined({ tables: rows?.length ? [screenTable] : undefined }),
      view: (screen) =>
        [
          ...(came && rows?.length
            ? [headline(titleOf(universe, { rows, came, answer }), screen)]
            : []),
          renderTable(screenTable, rows ?? [], screen),
        ].join('\n'),
    },
    value,
  )
}

/**
 * The universe, and how many shares of it are shown.
 *
 * @example 'Most actives, 25 of 118'; 'Most actives, 3 of 25 received' if a condition was checked here
 */
function titleOf(
  universe: string,
  { rows, came, answer }: { rows: readonly Row[]; came: readonly Row[]; answer: Answer },
): string {
  const words = universe.toLowerCase().replaceAll('_', ' ')
  const matches = answer.matches?.['screen']
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${rows.length}`
  if (rows.length < came.length) return `${name} of ${came.length} received`
  return typeof matches === 'number' ? `${name} of ${formatCountInFull(matches)}` : name
}

/**
 * Up to version 0.1 `--max-price` was the payment cap here too. A script with that meaning would
 * now pay without a cap, so for one release it must be explicit.
 *
 * @throws FiqError `USAGE`
 */
function refuseOldCap({ settings, canPrompt }: CliContext, args: ParsedArguments): void {
  const bound = optionOf(args, 'maxPrice')
  if (bound === undefined || canPrompt || settings.maxPriceApproves) return
  throw new FiqError('USAGE', '--max-price of fiq screen is the highest share price.', {
    facts: [
      `Given: --max-price ${bound.slice(0, 40)}`,
      'It used to be the maximum to pay. Without a terminal, this release requires you to state which of them you mean.',
    ],
    remedy:
      'Add --max-spend <usdc>, the maximum to pay. For a share price only, use --where "price <= 5". Nothing was queried or paid.',
  })
}

/** The bounds from separate options. They take precedence over those of `--where`. */
function filterOptions(args: ParsedArguments): Readonly<Record<string, unknown>> {
  const entries = Object.entries(screenFilter.properties ?? {}).map(([name, schema]) => {
    if (schema.type === 'integer') {
      const { minimum: min = 0, maximum: max = 1_000_000 } = schema
      return [name, integerOf(args, name, { min, max })]
    }
    const text = optionOf(args, name)
    if (schema.enum) return [name, text?.toUpperCase().replaceAll('-', '_')]
    return [name, text === undefined ? text : numberOf(text)]
  })
  return Object.fromEntries(entries.filter(([, bound]) => bound !== undefined))
}

/** Rows of a screen. Prices are in USD. */
const screenTable: Table<Row> = {
  empty: 'No share meets these conditions.',
  columns: [
    word('ticker', 'ticker', 6, { tone: () => 'bold' }),
    text('name', 'name', 18),
    price('price', 'price', 8),
    percent('change %', 'changePercent', 8),
    number('volume', 'volume', 6),
    number('× mean', 'relativeVolume', 6, formatScore),
    number('cap', 'marketCap', 5),
    percent('gap %', 'gapPercent', 7),
    price('prev close', 'previousClose', 10, { from: 120 }),
    number('mean volume', 'averageDailyVolume3M', 11, undefined, { from: 120 }),
    word('exchange', 'exchange', 8, { from: 120 }),
    price('pre', 'preMarketPrice', 8, { from: 200 }),
    percent('pre %', 'preMarketChangePercent', 8, { from: 200 }),
  ],
}

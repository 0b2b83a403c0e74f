import type { CliContext } from '../../compose/context.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { formatPercent, withSeparators } from '../../terminal/format/format-number.ts'
import { instantText, zoneOfTicker } from '../../terminal/format/instant.ts'
import { priceFormatOf } from '../../terminal/format/price-format.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable, type Table, tableColumnsMin } from '../../terminal/format/table.ts'
import { pad } from '../../terminal/format/text-width.ts'
import type { Condition, Standing } from './conditions.ts'

/** A reached alert, with its quote. */
export type AlertNotice = {
  condition: Condition
  run?: string | undefined
  quote: Row | undefined
  standing: Standing
}

/** Prints alerts as the lines of one table. The first one prints the header. */
export function createAlertPrinter(context: CliContext) {
  const { output } = context
  const table = alertTable(context)
  let isFirst = true
  return {
    print(notice: AlertNotice): void {
      const { condition, standing } = notice
      const value = {
        time: context.now().toISOString(),
        ticker: condition.ticker,
        price: standing.price,
        condition: condition.text,
        reached: standing.isReached,
      }
      const withHeader = isFirst
      isFirst = false
      output.print({
        value,
        view: (screen) => {
          const lines = renderTable(ofFixedWidth(table, screen), [notice], screen).split('\n')
          const bell = standing.isReached && screen.interactive ? '\u0007' : ''
          return lines.slice(withHeader ? 0 : 1).join('\n') + bell
        },
      })
    },
    /** Shows a desktop notification and starts the program. */
    announce({ condition, run, standing }: AlertNotice): void {
      const price = priceFormatOf(condition.ticker).price(standing.price)
      context.notify(
        `${condition.ticker} ${price}`,
        `${condition.ticker} ${condition.text} is reached.`,
      )
      if (run !== undefined)
        context.startProgram(run, [condition.ticker, String(standing.price), condition.text])
    },
  }
}

/**
 * Fixes the column widths of rows that are printed one by one. Narrow screens have labelled lines.
 */
function ofFixedWidth(table: Table<AlertNotice>, { columns }: Screen): Table<AlertNotice> {
  if (columns < tableColumnsMin) return table
  const padded = table.columns.map((column) => ({
    ...column,
    cell: (notice: AlertNotice) =>
      pad(column.cell(notice), column.width, column.align === 'right' ? 'right' : 'left'),
  }))
  return { ...table, columns: padded }
}

const alertTable = (context: CliContext): Table<AlertNotice> => ({
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
      cell: ({ condition, standing }) => priceFormatOf(condition.ticker).price(standing.price),
    },
    { title: 'when', width: 12, cell: ({ condition }) => withSeparators(condition.text) },
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

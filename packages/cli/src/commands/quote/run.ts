import type { Given } from '../../command-line/declaration.ts'
import { optionOf } from '../../command-line/given.ts'
import { orderBy } from '../../command-line/order-by.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import { quotesTable } from '../../command-line/views/quote-table.ts'
import type { CliContext } from '../../compose/context.ts'
import { checkInput } from '../../query/check-input.ts'
import { isNothing, isRow, type Row } from '../../query/rows.ts'
import { requireTool } from '../../query/tool-query.ts'
import { renderTable } from '../../terminal/format/table.ts'
import { flatRow, quoteFields, quoteRow } from './quote-row.ts'

/** All that a quote sells: its price is by the ticker, not by the field. */
export const quoteDocument =
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price change changePercent volume marketCap previousClose currency asOf marketState problem } }'

/** `fiq quote <tickers...>` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const tickers = tickersOf(given, context.lists)
  const sort = optionOf(given, 'sort')
  const order = sort === undefined ? undefined : orderBy(sort, quoteFields)
  const tool = requireTool('quotes')
  checkInput(tool, { tickers })
  const answer = await context.query({
    query: quoteDocument,
    variables: { tickers },
    label: `quotes ${tickers.join(' ')}`.slice(0, 120),
  })
  const came = answer.data?.['quotes']
  const rows = Array.isArray(came) ? came.map((row) => (isRow(row) ? row : {})) : []
  const places = rows.map((row, place) => ({ row, value: quoteRow(row, place, answer) }))
  const ordered = order ? places.toSorted((a, b) => order(a.value, b.value)) : places
  const value = ordered.map((place) => place.value)
  const table = quotesTable({ now: context.now(), isUtc: context.output.screen.isUtc === true })
  present(
    context,
    answer,
    {
      value: isNothing(came) ? came : value,
      rows: value.map(flatRow),
      tables: [table],
      view: (screen) =>
        renderTable(
          table,
          ordered.map(({ row }): Row => row),
          screen,
        ),
    },
    // A row that says why it has no price is no price.
    rows.length === 0 ? came : rows.map(({ price }) => price),
  )
}

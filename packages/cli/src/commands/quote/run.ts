import { isObject } from '@fiq/shared/json'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { orderBy } from '../../command-line/order-by.ts'
import { optionOf } from '../../command-line/parsed-arguments.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import { extendedText, quoteDocument, quotesTable } from '../../command-line/views/quote-table.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { checkInput } from '../../query/check-input.ts'
import { isNothing, type Row, textIn } from '../../query/rows.ts'
import { requireTool } from '../../query/tool-query.ts'
import { isNumber } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable } from '../../terminal/format/table.ts'
import { flatRow, quoteFields, quoteRow } from './quote-row.ts'

/** `fiq quote <tickers...>` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const tickers = tickersOf(args, context.lists)
  const sort = optionOf(args, 'sort')
  const order = sort === undefined ? undefined : orderBy(sort, quoteFields)
  const tool = requireTool('quotes')
  checkInput(tool, { tickers })
  const answer = await context.query({
    query: quoteDocument,
    variables: { tickers },
    label: `quotes ${tickers.join(' ')}`.slice(0, 120),
  })
  const quotes = answer.data?.['quotes']
  const rows = Array.isArray(quotes) ? quotes.map((row) => (isObject(row) ? row : {})) : []
  const places = rows.map((row, place) => ({ row, value: quoteRow(row, place, answer) }))
  const ordered = order ? places.toSorted((a, b) => order(a.value, b.value)) : places
  const value = ordered.map((place) => place.value)
  const { screen } = context.output
  const table = quotesTable({ now: context.now(), isUtc: screen.isUtc === true }, screen)
  present(
    context,
    answer,
    {
      value: isNothing(quotes) ? quotes : value,
      rows: value.map(flatRow),
      tables: [table],
      notes: [...extendedNotes(rows, screen), ...chargedNotes(rows, answer)],
      view: (shownOn) =>
        renderTable(
          table,
          ordered.map(({ row }): Row => row),
          shownOn,
        ),
    },
    // A row with a problem has no price.
    rows.length === 0 ? quotes : rows.map(({ price }) => price),
  )
}

/** A terminal of this width shows the prices outside the session as columns. */
const columnsForExtended = 200
/** Maximum tickers of the note on narrower ones. */
const notedMax = 6

/** The prices before or after the session, where the table has no room for them. */
function extendedNotes(rows: readonly Row[], { columns }: Pick<Screen, 'columns'>): string[] {
  const texts = rows.flatMap((row) => {
    const text = extendedText(row)
    return text === undefined ? [] : [`${textIn(row, 'ticker')} ${text}`]
  })
  if (texts.length === 0 || columns >= columnsForExtended) return []
  const others = texts.length - notedMax
  const more =
    others > 0 ? `, and ${others} ${others === 1 ? 'other' : 'others'} (--columns +extended)` : ''
  return [`${texts.slice(0, notedMax).join(', ')}${more}`]
}

/** Maximum tickers that the minimum price covers. */
const coveredByMinimum = 5

/** Explains why a row without a price was paid for: up to five tickers have the same price. */
function chargedNotes(rows: readonly Row[], { payment }: Pick<Answer, 'payment'>): string[] {
  const empty = rows.filter(({ price }) => !isNumber(price)).length
  if (empty === 0 || rows.length <= coveredByMinimum || !payment || payment.paid === 0n) return []
  const rowsWord = empty === 1 ? '1 row without a price is' : `${empty} rows without a price are`
  return [`${rowsWord} also charged, because the price is agreed before the answer is known.`]
}

import { FiqError } from '@fiq/shared/errors'
import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { upperCased } from '../../command-line/tickers-of.ts'
import { headline } from '../../command-line/views/headline.ts'
import { present } from '../../command-line/views/present.ts'
import { quoteDocument, quotesTable } from '../../command-line/views/quote-table.ts'
import type { CliContext } from '../../compose/context.ts'
import type { TickerList } from '../../lists/open-lists.ts'
import { rowsOf, textIn } from '../../query/rows.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { currencyPairs, positionsOf } from './positions.ts'
import { lotsTable, missingNotes, totalWords } from './view.ts'

/** A list, with the reason if its file cannot be read. */
type Listed = TickerList & { problem?: string }

/** `fiq list [name]`: a list of lots with its value, another one as `fiq quote` shows it. */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const name = argumentOf(args, 'name').replace(/^@/, '')
  const added = optionOf(args, 'add')
  if (added !== undefined) return addTo(context, name, added)
  if (name === '') return showLists(context)
  const list = context.lists.read(name)
  // Only lots of foreign listings need exchange rates.
  const pairs = currencyPairs(list)
  const tickers = [...new Set([...list.tickers, ...pairs])]
  const answer = await context.query({
    query: quoteDocument,
    variables: { tickers },
    label: `list ${list.name}: quotes ${tickers.join(' ')}`.slice(0, 120),
  })
  const quotes = rowsOf(answer.data?.['quotes'])
  const positions = positionsOf(list, quotes)
  const show = <row>(title: string, table: Table<row>, rows: readonly row[]) =>
    present(context, answer, {
      value: positions,
      tables: [table],
      notes: list.lots.length > 0 ? missingNotes(positions) : [],
      view: (screen) => [headline(title, screen), renderTable(table, rows, screen)].join('\n'),
    })
  if (list.lots.length > 0) return show(totalWords(positions), lotsTable, positions)
  const { screen } = context.output
  const clock = { now: context.now(), isUtc: screen.isUtc === true }
  const own = quotes.filter((row) => list.tickers.includes(textIn(row, 'ticker')))
  show(`@${list.name}, ${countedTickers(positions)}`, quotesTable(clock, screen), own)
}

/** Adds tickers and prints the list in one line. Sends no query. */
function addTo(context: CliContext, name: string, words: string): void {
  const tickers = distinctTickers(
    words
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .map(upperCased),
  )
  if (name === '' || tickers.length === 0)
    throw new FiqError('USAGE', '--add needs the name of a list and at least one ticker.', {
      remedy: 'For example: fiq list tech --add AAPL,MSFT',
    })
  const list = context.lists.add(name, tickers)
  context.output.print({
    value: listed(list),
    view: () => `@${list.name}, ${countedTickers(list.tickers)}: ${list.file}`,
  })
}

const countedTickers = ({ length }: readonly unknown[]) =>
  length === 1 ? '1 ticker' : `${length} tickers`

const listed = ({ name, tickers, lots, file }: TickerList) => ({
  list: name,
  tickers: tickers.length,
  lots: lots.length,
  file,
})

function showLists({ lists, output }: CliContext): void {
  const all = lists.names().map((name): Listed => {
    try {
      return lists.read(name)
    } catch (error) {
      if (!(error instanceof FiqError)) throw error
      return { name, tickers: [], lots: [], file: '', problem: error.message }
    }
  })
  const value = all.map((list) => ({ ...listed(list), problem: list.problem ?? null }))
  output.print({
    value,
    view: (screen) => renderTable(listsTable, all, screen),
  })
}

const listsTable: Table<Listed> = {
  empty: 'There are no lists yet. Create one:  fiq list tech --add AAPL,MSFT',
  problem: ({ problem }) => problem,
  columns: [
    { title: 'list', width: 12, cell: ({ name }) => name, tone: () => 'bold' },
    { title: 'tickers', width: 7, align: 'right', cell: ({ tickers }) => String(tickers.length) },
    {
      title: 'lots',
      width: 4,
      align: 'right',
      cell: ({ lots }) => (lots.length === 0 ? '' : String(lots.length)),
    },
    { title: 'file', width: 30, grows: true, cell: ({ file }) => file },
  ],
}

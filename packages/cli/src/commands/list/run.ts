import type { Given } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/given.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { TickerList } from '../../lists/open-lists.ts'
import { rowsOf } from '../../query/rows.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { currencyPairs, positionsOf } from './positions.ts'
import { listView } from './view.ts'

const document =
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price change changePercent currency asOf problem } }'

/** `fiq list [name]` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const name = argumentOf(given, 'name').replace(/^@/, '')
  if (name === '') return showLists(context)
  const held = context.lists.read(name)
  // Rates of exchange are known only with the currencies, which lots of a listing abroad need.
  const pairs = currencyPairs(held)
  const tickers = [...new Set([...held.tickers, ...pairs])]
  const answer = await context.query({
    query: document,
    variables: { tickers },
    label: `list ${held.name}: quotes ${tickers.join(' ')}`.slice(0, 120),
  })
  const quotes = rowsOf(answer.data?.['quotes'])
  const positions = positionsOf(held, quotes)
  present(context, answer, {
    value: positions,
    view: (screen) => listView(held, positions, screen),
  })
}

function showLists({ lists, output }: CliContext): void {
  const all = lists.names().map((name) => lists.read(name))
  const value = all.map(({ name, tickers, lots, file }) => ({
    list: name,
    tickers: tickers.length,
    lots: lots.length,
    file,
  }))
  output.print({
    value,
    view: (screen) => renderTable(listsTable(lists.folder), all, screen),
  })
}

const listsTable = (folder: string): Table<TickerList> => ({
  empty: `No lists yet. Write one: ${folder}/tech.toml with tickers = ["AAPL", "MSFT"].`,
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
})

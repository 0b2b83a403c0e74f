import { FiqError } from '@fiq/shared/errors'
import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { TickerList } from '../../lists/open-lists.ts'
import { rowsOf } from '../../query/rows.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { currencyPairs, positionsOf } from './positions.ts'
import { listView } from './view.ts'

/** A list, with the reason if its file cannot be read. */
type Listed = TickerList & { problem?: string }

const document =
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price change changePercent currency asOf problem } }'

/** `fiq list [name]` */
export async function run(context: CliContext, given: Given): Promise<void> {
  const name = argumentOf(given, 'name').replace(/^@/, '')
  const added = optionOf(given, 'add')
  if (added !== undefined) return addTo(context, name, added)
  if (name === '') return showLists(context)
  const held = context.lists.read(name)
  // Only lots of foreign listings need exchange rates.
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
    view: () => `@${list.name}, ${list.tickers.length} tickers: ${list.file}`,
  })
}

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

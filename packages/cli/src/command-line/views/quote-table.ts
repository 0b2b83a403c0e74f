import { type Row, textIn } from '../../query/rows.ts'
import {
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Rows of the `quotes` result. Prices are in the listing currency. */
export function quoteTable(rows: readonly Row[], screen: Screen): string {
  return renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'ticker', cell: (row) => textIn(row, 'ticker'), tone: () => 'bold' },
  { title: 'price', cell: ({ price }) => formatPrice(price), align: 'right' },
  {
    title: 'change',
    cell: ({ change }) => formatChange(change),
    align: 'right',
    tone: ({ change }) => toneOf(change),
    drop: 3,
  },
  {
    title: 'change %',
    cell: ({ changePercent }) => formatPercent(changePercent),
    align: 'right',
    tone: ({ changePercent }) => toneOf(changePercent),
  },
  { title: 'volume', cell: ({ volume }) => formatLarge(volume), align: 'right', drop: 2 },
  { title: 'market cap', cell: ({ marketCap }) => formatLarge(marketCap), align: 'right', drop: 1 },
  {
    title: 'prev. close',
    cell: ({ previousClose }) => formatPrice(previousClose),
    align: 'right',
    drop: 4,
  },
]

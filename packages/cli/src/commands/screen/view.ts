import { type Row, textIn } from '../../query/rows.ts'
import {
  formatLarge,
  formatPercent,
  formatPrice,
  formatScore,
  toneOf,
} from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Rows of a screen. Prices are USD. */
export function screenTable(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'Nothing meets these conditions.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'ticker', cell: (row) => textIn(row, 'ticker'), tone: () => 'bold' },
  { title: 'name', cell: (row) => textIn(row, 'name'), cuttable: true, drop: 6 },
  { title: 'price', cell: ({ price }) => formatPrice(price), align: 'right' },
  {
    title: 'change %',
    cell: ({ changePercent }) => formatPercent(changePercent),
    align: 'right',
    tone: ({ changePercent }) => toneOf(changePercent),
  },
  {
    title: 'gap %',
    cell: ({ gapPercent }) => formatPercent(gapPercent),
    align: 'right',
    tone: ({ gapPercent }) => toneOf(gapPercent),
    drop: 4,
  },
  { title: 'volume', cell: ({ volume }) => formatLarge(volume), align: 'right', drop: 3 },
  {
    title: 'of average',
    cell: ({ relativeVolume }) => formatScore(relativeVolume),
    align: 'right',
    drop: 2,
  },
  {
    title: 'USD volume',
    cell: ({ dollarVolume }) => formatLarge(dollarVolume),
    align: 'right',
    drop: 5,
  },
  { title: 'market cap', cell: ({ marketCap }) => formatLarge(marketCap), align: 'right', drop: 1 },
]

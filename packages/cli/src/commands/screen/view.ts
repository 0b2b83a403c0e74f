import { number, percent, price, text, word } from '../../command-line/views/columns.ts'
import type { Row } from '../../query/rows.ts'
import { formatScore } from '../../terminal/format/format-number.ts'
import type { Table } from '../../terminal/format/table.ts'

/** Rows of a screen. Prices are in USD. */
export const screenTable: Table<Row> = {
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

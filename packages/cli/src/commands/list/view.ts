import { formatCountInFull } from '../../command-line/views/columns.ts'
import { headline } from '../../command-line/views/headline.ts'
import type { TickerList } from '../../lists/open-lists.ts'
import {
  formatChange,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'
import type { Position } from './positions.ts'

/** A view of a list: its value if it has lots, and a row for each ticker. */
export function listView(
  { name, lots }: Pick<TickerList, 'name' | 'lots'>,
  positions: readonly Position[],
  screen: Screen,
): string {
  const problem = (position: Position) => position.problem ?? undefined
  if (lots.length === 0)
    return [
      headline(`@${name}, ${positions.length} tickers`, screen),
      renderTable({ columns: [ticker, price, currency, change], problem }, positions, screen),
    ].join('\n')
  const columns = [ticker, shares, cost, price, currency, ...amounts, change, ...listing]
  return [
    headline(totalWords(positions), screen),
    renderTable({ columns, problem }, positions, screen),
  ].join('\n')
}

/** Totals of the positions with a known value in dollars, and the number of the others. */
export function totalWords(positions: readonly Position[]): string {
  const owned = positions.filter(({ shares }) => shares !== null)
  const valued = owned.filter(({ valueUsd }) => valueUsd !== null)
  const sum = (key: 'valueUsd' | 'gainUsd' | 'todayUsd') =>
    valued.reduce((total, position) => total + (position[key] ?? 0), 0)
  const paid = sum('valueUsd') - sum('gainUsd')
  const percent = paid === 0 ? null : (sum('gainUsd') / paid) * 100
  return [
    `${formatPrice(sum('valueUsd'))} USD`,
    `today ${formatChange(sum('todayUsd'))}`,
    `gain ${formatChange(sum('gainUsd'))}  ${formatPercent(percent)}`,
    ...(valued.length < owned.length ? [`${owned.length - valued.length} without a value`] : []),
  ].join('   ')
}

const ticker: Column<Position> = {
  title: 'ticker',
  width: 7,
  cell: (position) => position.ticker,
  tone: () => 'bold',
}
const shares: Column<Position> = {
  title: 'shares',
  width: 6,
  align: 'right',
  cell: (position) =>
    Number.isInteger(position.shares)
      ? formatCountInFull(position.shares)
      : formatPrice(position.shares),
}
const cost: Column<Position> = {
  title: 'cost',
  width: 7,
  align: 'point',
  cell: (position) => formatPrice(position.cost),
}
const price: Column<Position> = {
  title: 'price',
  width: 7,
  align: 'point',
  cell: (position) => formatPrice(position.price),
}
const currency: Column<Position> = {
  title: 'cur',
  width: 3,
  cell: (position) => position.currency ?? '',
}
const change: Column<Position> = {
  title: 'change %',
  width: 8,
  align: 'right',
  cell: ({ changePercent }) => formatPercent(changePercent),
  tone: ({ changePercent }) => toneOf(changePercent),
}
const amounts: readonly Column<Position>[] = [
  { title: 'value, USD', width: 10, align: 'point', cell: ({ valueUsd }) => formatPrice(valueUsd) },
  {
    title: 'gain, USD',
    width: 9,
    align: 'point',
    cell: ({ gainUsd }) => formatChange(gainUsd),
    tone: ({ gainUsd }) => toneOf(gainUsd),
  },
  {
    title: 'gain %',
    width: 7,
    align: 'right',
    cell: ({ gainPercent }) => formatPercent(gainPercent),
    tone: ({ gainPercent }) => toneOf(gainPercent),
  },
  {
    title: 'weight',
    width: 6,
    align: 'right',
    cell: ({ weight }) => formatPercent(weight).replace('+', ''),
  },
]
/** Columns in the currency of the listing. */
const listing: readonly Column<Position>[] = [
  { title: 'value', width: 12, align: 'point', cell: ({ value }) => formatPrice(value) },
  { title: 'gain', width: 10, align: 'point', cell: ({ gain }) => formatChange(gain) },
]

import { formatCountInFull } from '../../command-line/views/columns.ts'
import {
  formatChange,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import type { Column, Table } from '../../terminal/format/table.ts'
import type { Position } from './positions.ts'

/** Totals of the positions with a known value in dollars, and the number of the others. */
export function totalWords(positions: readonly Position[]): string {
  const owned = positions.filter(({ shares }) => shares !== null)
  const valued = owned.filter(({ valueUsd }) => valueUsd !== null)
  const sum = (key: 'valueUsd' | 'gainUsd' | 'todayUsd') =>
    valued.reduce((total, position) => total + (position[key] ?? 0), 0)
  const paid = valued
    .filter(({ gainUsd }) => gainUsd !== null)
    .reduce((total, { valueUsd, gainUsd }) => total + (valueUsd! - gainUsd!), 0)
  const withoutCost = valued.filter(({ gainUsd }) => gainUsd === null).length
  const percent = paid === 0 ? null : (sum('gainUsd') / paid) * 100
  return [
    `${formatPrice(sum('valueUsd'))} USD`,
    `today ${formatChange(sum('todayUsd'))}`,
    `gain ${formatChange(sum('gainUsd'))}  ${formatPercent(percent)}`,
    ...(withoutCost > 0 ? [`${withoutCost} without a cost`] : []),
    ...(valued.length < owned.length ? [`${owned.length - valued.length} without a value`] : []),
  ].join('   ')
}

const ticker: Column<Position> = {
  title: 'ticker',
  fields: ['ticker'],
  width: 7,
  cell: (position) => position.ticker,
  tone: () => 'bold',
}
const shares: Column<Position> = {
  title: 'shares',
  fields: ['shares'],
  width: 6,
  align: 'right',
  cell: (position) =>
    Number.isInteger(position.shares)
      ? formatCountInFull(position.shares)
      : formatPrice(position.shares),
}
const cost: Column<Position> = {
  title: 'cost',
  fields: ['cost'],
  width: 7,
  align: 'point',
  cell: (position) => formatPrice(position.cost),
}
const price: Column<Position> = {
  title: 'price',
  fields: ['price'],
  width: 7,
  align: 'point',
  cell: (position) => formatPrice(position.price),
}
const currency: Column<Position> = {
  title: 'cur',
  fields: ['currency'],
  width: 3,
  cell: (position) => position.currency ?? '',
}
const change: Column<Position> = {
  title: 'change %',
  fields: ['changePercent'],
  width: 8,
  align: 'right',
  cell: ({ changePercent }) => formatPercent(changePercent),
  tone: ({ changePercent }) => toneOf(changePercent),
}
const amounts: readonly Column<Position>[] = [
  {
    title: 'value, USD',
    fields: ['valueUsd'],
    width: 10,
    align: 'point',
    cell: ({ valueUsd }) => formatPrice(valueUsd),
  },
  {
    title: 'gain, USD',
    fields: ['gainUsd'],
    width: 9,
    align: 'point',
    cell: ({ gainUsd }) => formatChange(gainUsd),
    tone: ({ gainUsd }) => toneOf(gainUsd),
  },
  {
    title: 'gain %',
    fields: ['gainPercent'],
    width: 7,
    align: 'right',
    cell: ({ gainPercent }) => formatPercent(gainPercent),
    tone: ({ gainPercent }) => toneOf(gainPercent),
  },
  {
    title: 'weight',
    fields: ['weight'],
    width: 6,
    align: 'right',
    cell: ({ weight }) => formatPercent(weight).replace('+', ''),
  },
]
/** Columns in the currency of the listing. */
const listing: readonly Column<Position>[] = [
  {
    title: 'value',
    fields: ['value'],
    width: 12,
    align: 'point',
    cell: ({ value }) => formatPrice(value),
  },
  {
    title: 'gain',
    fields: ['gain'],
    width: 10,
    align: 'point',
    cell: ({ gain }) => formatChange(gain),
  },
]

const company: Column<Position> = {
  title: 'name',
  fields: ['name'],
  width: 20,
  grows: true,
  cell: ({ name }) => name ?? '',
}

/** The columns of a list with lots. */
export const lotsTable: Table<Position> = {
  columns: [ticker, shares, cost, price, currency, ...amounts, change, ...listing, company],
  problem: ({ problem }) => problem ?? undefined,
}

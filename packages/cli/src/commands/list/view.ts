import { formatCountInFull } from '../../command-line/views/columns.ts'
import { problemWords } from '../../command-line/views/quote-table.ts'
import {
  absent,
  formatChange,
  formatLarge,
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
  const percent = paid === 0 ? null : (sum('gainUsd') / paid) * 100
  return [
    `${formatPrice(sum('valueUsd'))} USD`,
    `today ${formatChange(sum('todayUsd'))}`,
    `gain ${formatChange(sum('gainUsd'))}  ${formatPercent(percent)}`,
  ].join('   ')
}

/** Notes on positions that the totals leave out. */
export function missingNotes(positions: readonly Position[]): readonly string[] {
  const named = (left: readonly Position[]) => left.map(({ ticker: name }) => name).join(', ')
  const owned = positions.filter(({ shares: count }) => count !== null)
  const valueless = owned.filter(({ valueUsd }) => valueUsd === null)
  const costless = owned.filter(({ valueUsd, cost: paid }) => valueUsd !== null && paid === null)
  return [
    ...(costless.length > 0 ? [`Without a cost, and so not in the gain: ${named(costless)}.`] : []),
    ...(valueless.length > 0 ? [`Without a value in USD: ${named(valueless)}.`] : []),
  ]
}

/** Shares in full if there is room, else with three significant digits. */
function sharesText(count: number | null): string {
  if (count === null) return absent
  const full = Number.isInteger(count) ? formatCountInFull(count) : formatPrice(count)
  if (full.length <= 8) return full
  return Math.abs(count) < 1 ? count.toPrecision(3) : within(8, count, formatPrice)
}

/**
 * A number that fits its column: no digit of a number is cut. Without room it loses its decimals,
 * then it is short.
 */
function within(width: number, value: number | null, format: (value: unknown) => string): string {
  const full = format(value)
  if (value === null || full.length <= width) return full
  const whole = format(Math.round(value)).replace(/\.0+/, '')
  const sign = full.startsWith('+') ? '+' : ''
  return whole.length <= width
    ? whole
    : `${sign}${formatLarge(value)}${full.endsWith('%') ? '%' : ''}`
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
  width: 8,
  align: 'right',
  cell: ({ shares: count }) => sharesText(count),
}
const cost: Column<Position> = {
  title: 'cost',
  fields: ['cost'],
  width: 7,
  align: 'right',
  cell: (position) => within(7, position.cost, formatPrice),
}
const price: Column<Position> = {
  title: 'price',
  fields: ['price'],
  width: 7,
  align: 'right',
  cell: (position) => within(7, position.price, formatPrice),
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
    align: 'right',
    cell: ({ valueUsd }) => within(10, valueUsd, formatPrice),
  },
  {
    title: 'gain, USD',
    fields: ['gainUsd'],
    width: 9,
    align: 'right',
    cell: ({ gainUsd }) => within(9, gainUsd, formatChange),
    tone: ({ gainUsd }) => toneOf(gainUsd),
  },
  {
    title: 'gain %',
    fields: ['gainPercent'],
    width: 7,
    align: 'right',
    cell: ({ gainPercent }) => within(7, gainPercent, formatPercent),
    tone: ({ gainPercent }) => toneOf(gainPercent),
  },
  {
    title: 'weight',
    fields: ['weight'],
    width: 6,
    align: 'right',
    cell: ({ weight }) => within(7, weight, formatPercent).replace('+', ''),
  },
]
/** Columns in the currency of the listing. */
const listing: readonly Column<Position>[] = [
  {
    title: 'value',
    fields: ['value'],
    width: 12,
    align: 'right',
    cell: ({ value }) => within(12, value, formatPrice),
  },
  {
    title: 'gain',
    fields: ['gain'],
    width: 10,
    align: 'right',
    cell: ({ gain }) => within(10, gain, formatChange),
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
  problem: ({ problem, price: last }) => problemWords({ problem, price: last }),
}

import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import type { Row } from '../../query/rows.ts'
import { screenFields } from './fields.ts'

export type Operator = '>' | '>=' | '<' | '<=' | '=' | '!='

/** One condition of `--where`: a column of the result, compared with a number or a text. */
export type Condition = { field: string; operator: Operator; value: number | string }

/** Maximum conditions of one screen. */
const conditionsMax = 40

/**
 * Parses `price > 10 and cap <= 5B, exchange = NMS`.
 *
 * @throws FiqError `USAGE` naming the unreadable part and the existing columns.
 */
export function readConditions(texts: readonly string[]): readonly Condition[] {
  const parts = texts.flatMap((text) => text.split(/\s+and\s+|[,;]/i))
  const conditions = parts.map((part) => part.trim()).filter((part) => part !== '')
  if (conditions.length > conditionsMax)
    throw new FiqError('USAGE', `--where accepts at most ${conditionsMax} conditions.`)
  return conditions.map(readCondition)
}

/**
 * A server filter that passes every row that meets the conditions. Its bounds are inclusive, and it
 * has none for some columns, so `meets` checks the rows afterwards.
 */
export function serverBounds(conditions: readonly Condition[]): Readonly<Record<string, number>> {
  const bounds: Record<string, number> = {}
  for (const { field, operator, value } of conditions) {
    const name = boundNames[field]
    if (name === undefined || typeof value !== 'number' || operator === '!=') continue
    if (operator !== '<' && operator !== '<=')
      bounds[`min${name}`] = Math.max(bounds[`min${name}`] ?? -Infinity, value)
    const hasMax = name !== 'RelativeVolume' && name !== 'DollarVolume'
    if (hasMax && operator !== '>' && operator !== '>=')
      bounds[`max${name}`] = Math.min(bounds[`max${name}`] ?? Infinity, value)
  }
  return bounds
}

/** Whether a row meets all conditions. A condition on a missing value is not met. */
export function meets(row: Row, conditions: readonly Condition[]): boolean {
  return conditions.every(({ field, operator, value }) => {
    const cell = row[field]
    if (typeof value === 'string')
      return typeof cell === 'string' && (same(cell, value) ? operator === '=' : operator === '!=')
    return typeof cell === 'number' && comparisons[operator](cell, value)
  })
}

const comparisons: Readonly<Record<Operator, (cell: number, value: number) => boolean>> = {
  '>': (cell, value) => cell > value,
  '>=': (cell, value) => cell >= value,
  '<': (cell, value) => cell < value,
  '<=': (cell, value) => cell <= value,
  '=': (cell, value) => cell === value,
  '!=': (cell, value) => cell !== value,
}

/** The end of the server's bound names, for each column with bounds. */
const boundNames: Readonly<Record<string, string>> = {
  price: 'Price',
  gapPercent: 'GapPercent',
  changePercent: 'ChangePercent',
  relativeVolume: 'RelativeVolume',
  dollarVolume: 'DollarVolume',
  marketCap: 'MarketCap',
}

/** Common synonyms of columns. */
const aliases: Readonly<Record<string, string>> = {
  cap: 'marketCap',
  change: 'changePercent',
  gap: 'gapPercent',
  rvol: 'relativeVolume',
}

const textFields: readonly string[] = ['ticker', 'name', 'exchange', 'marketState']

function readCondition(part: string): Condition {
  const match = /^([\w.-]+)\s*(>=|<=|!=|==|=|>|<)\s*(.+)$/.exec(part)
  if (!match) throw unreadable(part, 'it is not of the form column > value')
  const [, name = '', sign = '', text = ''] = match
  const field = columnNamed(name)
  const operator = (sign === '==' ? '=' : sign) as Operator
  if (!textFields.includes(field)) return { field, operator, value: numberOf(text, part) }
  if (operator === '=' || operator === '!=')
    return { field, operator, value: text.replace(/^(["'])(.*)\1$/, '$2') }
  throw unreadable(part, `${field} is text: only = and != can be used`)
}

/** @throws FiqError `USAGE` naming the columns. */
export function columnNamed(name: string): string {
  const known = [...screenFields, ...Object.keys(aliases)]
  const found = known.find((field) => field.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return aliases[found] ?? found
  throw new FiqError('USAGE', `There is no column "${name.slice(0, 40)}".`, {
    facts: [...didYouMean(name, known), `Columns: ${screenFields.join(', ')}`],
  })
}

const scales: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** Parses `1.5B`, `-3%`, `10`. @throws FiqError `USAGE` */
export function numberOf(text: string, part = text): number {
  const match = /^([+-]?(?:\d{1,15}(?:\.\d{0,9})?|\.\d{1,9}))\s*([KMBT%])?$/i.exec(text.trim())
  if (!match) throw unreadable(part, 'the value is not a number such as 10, 2.5B or -3%')
  return Number(match[1]) * (scales[match[2]?.toUpperCase() ?? ''] ?? 1)
}

function same(cell: string, value: string): boolean {
  return cell.toLowerCase() === value.toLowerCase()
}

function unreadable(part: string, reason: string): FiqError {
  return new FiqError('USAGE', `The condition "${part.slice(0, 60)}" cannot be read.`, {
    facts: [`Reason: ${reason}`],
    remedy: "For example: --where 'price >= 10 and cap < 5B'",
  })
}

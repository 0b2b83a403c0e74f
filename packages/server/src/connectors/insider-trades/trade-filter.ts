import { refuseArgument } from '@fiq/shared/errors'
import { arrayFilterBounds, arrayFilterOf } from '../../sources/array-filter.ts'

/** Filters of trades in addition to the five fields of every list. */
export type TradeFilter = {
  codes?: readonly string[]
  acquiredDisposed?: string
  owner?: string
  role?: 'DIRECTOR' | 'OFFICER' | 'TEN_PERCENT_OWNER'
  /** USD. */
  minValue?: number
  derivative?: boolean
}

/** The members of a trade that the filter tests. */
export type JudgedTrade = {
  code: string
  acquiredDisposed: string | null
  ownerName: string
  isDirector: boolean
  isOfficer: boolean
  isTenPercentOwner: boolean
  value: number | null
  isDerivative: boolean
}

const codesMax = 20
const ownerLengthMax = 100

/**
 *
 * @param limitMax maximum limit of the list
 * @throws FiqError `BAD_INPUT` naming the field of the filter
 */
export function tradeFilterBounds(filter: unknown, limitMax: number): void {
  arrayFilterBounds(filter, limitMax)
  if (filter == null) return
  const { codes, acquiredDisposed, owner, minValue } = filter as TradeFilter
  if (codes != null && (codes.length < 1 || codes.length > codesMax || !codes.every(isCode)))
    refuseArgument(
      'filter.codes',
      `a list of 1 to ${codesMax} transaction codes, one letter each`,
      codes,
    )
  if (acquiredDisposed != null && acquiredDisposed !== 'A' && acquiredDisposed !== 'D')
    refuseArgument('filter.acquiredDisposed', 'A or D', acquiredDisposed)
  if (owner != null && (owner.trim() === '' || owner.length > ownerLengthMax))
    refuseArgument(
      'filter.owner',
      `a name of 1 to ${ownerLengthMax} characters`,
      owner.slice(0, ownerLengthMax),
    )
  if (minValue != null && !(Number.isFinite(minValue) && minValue >= 0))
    refuseArgument('filter.minValue', 'a number from 0', minValue)
}

/** Splits a filter into the five common fields, and a predicate for the others. */
export function tradeFilterOf(filter: unknown) {
  const { codes, acquiredDisposed, owner, role, minValue, derivative } = (filter ??
    {}) as TradeFilter
  const words = owner == null ? [] : wordsOf(owner)
  const passes = (trade: JudgedTrade): boolean =>
    (codes == null || codes.includes(trade.code)) &&
    (acquiredDisposed == null || acquiredDisposed === trade.acquiredDisposed) &&
    words.every((word) => wordsOf(trade.ownerName).some((part) => part.startsWith(word))) &&
    (role == null || trade[flagOfRole[role]]) &&
    (minValue == null || (trade.value !== null && trade.value >= minValue)) &&
    (derivative == null || derivative === trade.isDerivative)
  return { filter: arrayFilterOf(filter), passes }
}

const flagOfRole = {
  DIRECTOR: 'isDirector',
  OFFICER: 'isOfficer',
  TEN_PERCENT_OWNER: 'isTenPercentOwner',
} as const

function isCode(code: string): boolean {
  return /^[A-Z]$/.test(code)
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

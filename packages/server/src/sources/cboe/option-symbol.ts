import { z } from 'zod'
import { isIsoDay } from '../../market-clock/calendar-day.ts'

/** The terms in an option's symbol. The strike is in the currency of the underlying. */
export type OptionTerms = {
  root: string
  /** Day of expiration, ISO 8601. */
  expiration: string
  type: 'CALL' | 'PUT'
  strike: number
}

/** A symbol with terms. A row with another one is omitted, not the chain. */
export const optionSymbol = z.string().refine((symbol) => optionTerms(symbol) !== undefined)

/** Symbols of the Options Clearing Corporation end in fifteen characters of fixed meaning. */
const tail = /^(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
const tailLength = 15

/**
 * Parses the symbol of an option from its end: six digits of a day, C or P, eight digits of the
 * strike in thousandths; before them a root of one to six letters and digits. Roots of adjusted
 * contracts end in a digit (`AAPL1`) or begin with one, so the first digit does not end the root.
 *
 * @example optionTerms('AAPL1260116C00110000')?.strike // 110
 * @returns `undefined` for any other text
 */
export function optionTerms(symbol: string): OptionTerms | undefined {
  const plain = symbol.replace(/\s+/g, '')
  const root = plain.slice(0, -tailLength)
  const [, year, month, day, letter, thousandths] = tail.exec(plain.slice(-tailLength)) ?? []
  if (!/^[A-Z0-9]{1,6}$/.test(root) || thousandths === undefined) return undefined
  const expiration = `20${year}-${month}-${day}`
  if (!isIsoDay(expiration)) return undefined
  return {
    root,
    expiration,
    type: letter === 'C' ? 'CALL' : 'PUT',
    strike: Number(thousandths) / 1_000,
  }
}

import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { Estimate } from '../../query/estimate.ts'

/**
 * Narrows the answer of `POST /api/v1/price`.
 *
 * @throws FiqError `SERVER_ERROR` when it has another shape.
 */
export function readEstimate(answer: unknown): Estimate {
  const { tariff, credits, amount, rows } = isObject(answer) ? answer : {}
  if (
    typeof tariff !== 'string' ||
    !isCount(credits) ||
    typeof amount !== 'string' ||
    !/^\d{1,15}$/.test(amount) ||
    !Array.isArray(rows) ||
    !rows.every(isQuoteRow)
  )
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not a price.')
  return { tariff, credits, amount: BigInt(amount), rows }
}

function isQuoteRow(row: unknown): row is QuoteRow {
  if (!Array.isArray(row) || row.length < 3 || row.length > 4) return false
  const [path, times, credits, amount] = row as unknown[]
  return (
    typeof path === 'string' &&
    isCount(times) &&
    Number.isSafeInteger(credits) &&
    (amount === undefined || (typeof amount === 'string' && /^-?\d{1,15}$/.test(amount)))
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

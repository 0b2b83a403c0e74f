import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { ExecutionOutcome, WireError } from '../execution/execute.ts'

/** Codes of failures on our side. The parts that failed with them are refunded. */
const ourFaults: ReadonlySet<unknown> = new Set([
  'INTERNAL',
  'NOT_CONFIGURED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_CHANGED',
  'DATA_STALE',
])

/**
 * Credits for the parts of an answer that failed on our side: the price of their rows, rounded up,
 * at most the whole charge.
 *
 * An error sets the field it names to null, or the nearest enclosing nullable field. Every row at
 * or below that path failed with it; inside a list, only the share of the failed items.
 *
 * @param charged - credits charged for the whole answer.
 */
export function failedShare(
  { price }: PricedRequest,
  { data, errors = [] }: ExecutionOutcome,
  charged: number,
): number {
  const places = new Map<string, Place>()
  for (const error of errors)
    if (ourFaults.has(error.extensions['code'])) {
      const place = nullPlace(error, data)
      places.set(place.at, place)
    }
  const rows = price.rows.filter((row) => row[3] === undefined)
  let failed = 0
  for (const place of places.values()) {
    if (isWithinAnother(place, places)) continue
    for (const [path, , credits] of rows)
      if (path === place.path || path.startsWith(`${place.path}.`)) failed += credits * place.share
  }
  const whole = rows.reduce((sum, [, , credits]) => sum + credits, 0)
  if (whole === 0 || failed === 0) return 0
  // Floating-point shares do not add up exactly: ignore a millionth of a credit.
  return Math.min(charged, Math.ceil((charged * failed) / whole - 1e-6))
}

type Place = {
  /** Response path with list positions, `.`-joined. */
  at: string
  /** Response path without list positions, as price rows are named. */
  path: string
  /** Share of the items of the enclosing lists, e.g. a third for one of three items. */
  share: number
}

/** Follows the path of an error through the data to the value that is null. */
function nullPlace({ path = [] }: WireError, data: unknown): Place {
  const at: (string | number)[] = []
  let share = 1
  let value = data
  for (const step of path) {
    if (value === null || typeof value !== 'object') break
    if (Array.isArray(value)) share /= Math.max(1, value.length)
    value = (value as Record<string, unknown>)[String(step)] ?? null
    at.push(step)
  }
  const names = at.filter((step) => typeof step === 'string')
  return { at: at.join('.'), path: names.join('.'), share }
}

function isWithinAnother({ at }: Place, places: ReadonlyMap<string, Place>): boolean {
  for (let end = at.lastIndexOf('.'); end > 0; end = at.lastIndexOf('.', end - 1))
    if (places.has(at.slice(0, end))) return true
  return false
}

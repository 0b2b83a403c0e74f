import { getArgumentValues, type VariableValues } from 'graphql'
import { FiqError } from '../errors.ts'
import { formatUsdc } from '../money/usdc.ts'
import { creditsOf, type QuoteRow } from '../payment/quote.ts'
import { holds } from './conditions.ts'
import { factorOf } from './factor-of.ts'
import type { OperationPlan, PlannedField } from './plan-operation.ts'
import { atomicPerCredit, type PriceBounds, priceBounds, type Rate } from './tariff.ts'

/** What one operation costs. The rows add up to `amount`, and their credits to `credits`. */
export type Price = {
  /** What a key is charged: {@link creditsFor} the amount, minimum and cap included. */
  credits: number
  /** Atomic units of USDC. 0 for a free operation. */
  amount: bigint
  rows: readonly QuoteRow[]
}

/**
 * Prices a plan: `rate x times x pages` a row, `times` being the product of the enclosing lists.
 * Only arguments are looked at, as coerced values after defaults. Nothing is fetched.
 *
 * @throws FiqError `QUERY_TOO_EXPENSIVE` past the work ceiling, with the dearest rows.
 */
export function pricePlan(
  plan: OperationPlan,
  variables: VariableValues,
  bounds: PriceBounds = priceBounds,
): Price {
  const rows = rowsOf(plan.fields, 1, { variables, bounds })
  const credits = creditsOf(rows)
  if (!(credits <= bounds.creditsMax)) throw tooExpensive(rows, credits, bounds)
  return withinBounds(rows, credits, bounds)
}

/** The key path has no cap in atomic units: credits that buy the same amount, rounded up. */
export function creditsFor(amount: bigint): number {
  return Number((amount + atomicPerCredit - 1n) / atomicPerCredit)
}

/**
 * Whole credits for at most so many atomic units, at exactly their price: what is left of them stays
 * with who pays.
 */
export function wholeCreditsFor(most: bigint): Omit<Price, 'rows'> {
  const amount = most - (most % atomicPerCredit)
  return { credits: creditsFor(amount), amount }
}

type Counting = { variables: VariableValues; bounds: PriceBounds }

/** @param rows - Where they are put: of fields below each other in one list. */
function rowsOf(
  fields: readonly PlannedField[],
  times: number,
  counting: Counting,
  rows: QuoteRow[] = [],
): QuoteRow[] {
  const { variables, bounds } = counting
  for (const planned of fields) {
    const { rate, branches } = planned
    if (!rate && branches.length === 0) continue // Most are leaves, and part of a price above them.
    if (!holds(planned.condition, variables.coerced)) continue
    const args =
      rate?.timesOf || rate?.pagesOf || rate?.factors
        ? getArgumentValues(planned.field, planned.node, variables)
        : {}
    const fieldTimes = times * lengthOf(args, rate)
    if (rate && rate.credits > 0 && fieldTimes > 0) {
      const each = rate.credits * factorOf(args, rate) * pagesOf(args, rate, bounds)
      rows.push([planned.path, fieldTimes, each * fieldTimes])
    }
    if (branches.length > 1) rows.push(...dearest(branches, fieldTimes, counting))
    else if (branches[0]) rowsOf(branches[0], fieldTimes, counting, rows)
  }
  return rows
}

function dearest(
  branches: PlannedField['branches'],
  times: number,
  counting: Counting,
): QuoteRow[] {
  return branches
    .map((branch) => rowsOf(branch, times, counting))
    .reduce((best, rows) => (creditsOf(rows) > creditsOf(best) ? rows : best))
}

function lengthOf(args: Readonly<Record<string, unknown>>, rate: Rate | undefined): number {
  const list = rate?.timesOf === undefined ? undefined : args[rate.timesOf]
  return Array.isArray(list) ? list.length : 1
}

/** Pages that the limit asks for; at least one, since the fetch is made anyway. */
function pagesOf(
  args: Readonly<Record<string, unknown>>,
  { pagesOf, limitMax }: Rate,
  bounds: PriceBounds,
): number {
  if (pagesOf === undefined) return 1
  let limit: unknown = args
  for (const name of pagesOf.split('.'))
    limit =
      typeof limit === 'object' && limit !== null
        ? (limit as Record<string, unknown>)[name]
        : undefined
  if (typeof limit !== 'number') return 1
  return Math.max(1, Math.ceil(Math.min(limit, limitMax ?? bounds.limitMax) / bounds.pageSize))
}

function withinBounds(
  rows: readonly QuoteRow[],
  credits: number,
  { amountMin, amountMax }: PriceBounds,
): Price {
  if (credits === 0) return { credits, amount: 0n, rows: [] }
  const sum = BigInt(credits) * atomicPerCredit
  const amount = sum < amountMin ? amountMin : sum > amountMax ? amountMax : sum
  if (amount === sum) return { credits, amount, rows }
  const charged = creditsFor(amount)
  const name = amount > sum ? 'minimum' : 'cap'
  const adjustment: QuoteRow = [name, 1, charged - credits, String(amount - sum)]
  return { credits: charged, amount, rows: [...rows, adjustment] }
}

function tooExpensive(
  rows: readonly QuoteRow[],
  credits: number,
  { creditsMax, amountMax }: PriceBounds,
): FiqError {
  const dearestRows = [...rows].sort((a, b) => b[2] - a[2]).slice(0, 10)
  return new FiqError(
    'QUERY_TOO_EXPENSIVE',
    `The query is ${credits} credits of work; at most ${creditsMax} are sold at once, for ${formatUsdc(amountMax)} USDC.`,
    { facts: dearestRows.map(([path, times, cost]) => `${path} x${times}: ${cost} credits`) },
  )
}

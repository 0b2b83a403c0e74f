import { FiqError } from '../errors.ts'
import { formatUsdc } from '../money/usdc.ts'
import { creditsOf, type QuoteRow } from '../payment/quote.ts'
import { type Arguments, argumentsOf, type BoundPlan } from './bind-plan.ts'
import { factorOf } from './factor-of.ts'
import { limitOf } from './limit-of.ts'
import type { PlannedField } from './plan-operation.ts'
import { atomicPerCredit, type PriceBounds, priceBounds, type Rate } from './tariff.ts'

/** The price of one operation. The rows add up to `amount`, and their credits to `credits`. */
export type Price = {
  /**
   * Credits debited from an organisation: {@link creditsFor} the amount, minimum and cap included.
   */
  credits: number
  /** Atomic units of USDC. 0 for a free operation. */
  amount: bigint
  rows: readonly QuoteRow[]
}

/**
 * Maximum runs of each rated field, by {@link PlannedField.counter}: the product of the lists
 * around it. `undefined` for a field that must not run.
 */
export type RunsMax = readonly number[]

/**
 * Prices a plan: `rate x times x pages` for each row, where `times` is the product of the enclosing
 * lists. Reads only the coerced arguments of the bound plan. Fetches nothing.
 *
 * @throws FiqError `QUERY_TOO_EXPENSIVE` above the work ceiling, with the most expensive rows.
 */
export function pricePlan(
  bound: BoundPlan,
  bounds: PriceBounds = priceBounds,
): { price: Price; runsMax: RunsMax } {
  const counting: Counting = { bound, bounds, runsMax: [] }
  const rows = rowsOf(bound.plan.fields, 1, counting)
  const credits = creditsOf(rows)
  if (!(credits <= bounds.creditsMax)) throw tooExpensive(rows, credits, bounds)
  return { price: withinBounds(rows, credits, bounds), runsMax: counting.runsMax }
}

/** Credits for an amount in atomic units, rounded up. */
export function creditsFor(amount: bigint): number {
  return Number((amount + atomicPerCredit - 1n) / atomicPerCredit)
}

/**
 * The largest whole number of credits for at most this many atomic units, at exactly their price.
 * The payer keeps the rest.
 */
export function wholeCreditsFor(most: bigint): Omit<Price, 'rows'> {
  const amount = most - (most % atomicPerCredit)
  return { credits: creditsFor(amount), amount }
}

type Counting = { bound: BoundPlan; bounds: PriceBounds; runsMax: number[] }

/** @param rows - Receives the rows of these fields and of those below, in one list. */
function rowsOf(
  fields: readonly PlannedField[],
  times: number,
  counting: Counting,
  rows: QuoteRow[] = [],
): QuoteRow[] {
  const { bound, bounds, runsMax } = counting
  for (const planned of fields) {
    if (!planned.isPriced || bound.denied?.has(planned)) continue
    const { rate, branches } = planned
    let fieldTimes = times
    if (rate) {
      const args = argumentsOf(bound, planned)
      runsMax[planned.counter] = times
      fieldTimes = times * lengthOf(args, rate)
      if (rate.credits > 0 && fieldTimes > 0) {
        const each = rate.credits * factorOf(args, rate) * pagesOf(planned, args, rate, bounds)
        rows.push([planned.path, fieldTimes, each * fieldTimes])
      }
    }
    if (branches.length > 1) rows.push(...dearest(branches, fieldTimes, counting))
    else if (branches[0]) rowsOf(branches[0].fields, fieldTimes, counting, rows)
  }
  return rows
}

function dearest(
  branches: PlannedField['branches'],
  times: number,
  counting: Counting,
): QuoteRow[] {
  return branches
    .map(({ fields }) => rowsOf(fields, times, counting))
    .reduce((best, rows) => (creditsOf(rows) > creditsOf(best) ? rows : best))
}

function lengthOf(args: Arguments, { timesOf }: Rate): number {
  const list = timesOf === undefined ? undefined : args[timesOf]
  return Array.isArray(list) ? list.length : 1
}

/** Pages for the limit; at least one, because the fetch is made in any case. */
function pagesOf(
  { field }: PlannedField,
  args: Arguments,
  rate: Rate,
  bounds: PriceBounds,
): number {
  const limit = limitOf(field, args, rate)
  if (limit === undefined) return 1
  return Math.max(1, Math.ceil(Math.min(limit, rate.limitMax ?? bounds.limitMax) / bounds.pageSize))
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
    `The query costs ${credits} credits; one query may cost at most ${creditsMax}, which is ${formatUsdc(amountMax)} USDC.`,
    { facts: dearestRows.map(([path, times, cost]) => `${path} x${times}: ${cost} credits`) },
  )
}

import type { Holding, HoldingsReport } from './holdings-report.ts'

/** A position with the day of the newest report that has it. */
export type FiledHolding = Holding & { filedAt: string }

/**
 * The positions of one quarter from its report and amendments, in filing order: a restatement
 * replaces the earlier ones, new holdings are added. Merges rows that split a position by
 * discretion and voting authority. Largest value first.
 */
export function mergeReports(reports: readonly HoldingsReport[]): FiledHolding[] {
  const from = reports.findLastIndex(({ amendment }) => amendment !== 'NEW HOLDINGS')
  const counted = reports.slice(Math.max(0, from))
  const positions = new Map<string, FiledHolding>()
  for (const { filed, holdings } of counted)
    for (const holding of holdings) {
      const { cusip, putCall, principal } = holding
      const key = `${cusip}|${putCall}|${principal !== null}`
      const known = positions.get(key)
      positions.set(key, { ...(known ? sum(known, holding) : holding), filedAt: filed })
    }
  return [...positions.values()].sort(
    (a, b) =>
      b.value - a.value || compare(a.cusip, b.cusip) || compare(a.putCall ?? '', b.putCall ?? ''),
  )
}

function sum(one: Holding, other: Holding): Holding {
  return {
    ...one,
    value: one.value + other.value,
    valueWarning: one.valueWarning ?? other.valueWarning,
    shares: plus(one.shares, other.shares),
    principal: plus(one.principal, other.principal),
  }
}

function plus(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0)
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

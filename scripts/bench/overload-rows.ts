import type { Row } from './benches.ts'

type Overload = {
  quotesPerSecond: number
  rows: {
    name: string
    paid: number
    failed: number
    p50Ms: number
    p95Ms: number
    quoted: number
    shed: number
    seconds: number
  }[]
}

/** Payments beside more and more unpaid queries, by those that were alone. */
export function overloadRows({ quotesPerSecond, rows }: Overload): Row[] {
  const bare = rows[0]!
  return rows.map(({ name, paid, failed, p50Ms, p95Ms, quoted, shed, seconds }) => ({
    figure: `paid, ${name}`,
    ours: `p50 ${p50Ms} ms, p95 ${p95Ms} ms (${(p50Ms / bare.p50Ms).toFixed(1)} and ${(p95Ms / bare.p95Ms).toFixed(1)} times alone); ${paid} paid, ${failed} refused; ${Math.round(quoted / seconds)} quotes/s, ${Math.round(shed / seconds)} shed/s of a capacity of ${quotesPerSecond}/s`,
    goal: name === 'alone' ? '' : 'none refused; at most 2 times',
  }))
}

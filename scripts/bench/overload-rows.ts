import type { Row } from './benches.ts'

type Overload = {
  quotesPerSecond: number
  rows: {
    name: string
    isAlone: boolean
    paid: number
    failed: number
    p50Ms: number
    p95Ms: number
    quoted: number
    shed: number
    limited: number
    seconds: number
  }[]
}

/** Compares payments during unpaid queries with payments alone on the same server. */
export function overloadRows({ quotesPerSecond, rows }: Overload): Row[] {
  return rows.map((row, at) => {
    const { name, isAlone, paid, failed, p50Ms, p95Ms, quoted, shed, limited, seconds } = row
    const alone = rows.findLast((each, place) => place <= at && each.isAlone)!
    const times = (ms: number, aloneMs: number) => (ms / aloneMs).toFixed(1)
    const perSecond = (count: number) => Math.round(count / seconds)
    return {
      figure: `paid, ${name}`,
      ours: `p50 ${p50Ms} ms, p95 ${p95Ms} ms (${times(p50Ms, alone.p50Ms)} and ${times(p95Ms, alone.p95Ms)} times alone); ${paid} paid, ${failed} refused; ${perSecond(quoted)} quotes/s, ${perSecond(shed)} shed/s, ${perSecond(limited)} over the limit/s; capacity ${quotesPerSecond}/s`,
      goal: isAlone ? '' : 'none refused; at most 2 times',
    }
  })
}

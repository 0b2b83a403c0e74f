import type { Row } from './benches.ts'

type Times = { p50Ms: number; p95Ms: number }
type FanOut = {
  companies: number
  cold: Times
  warm: Times
  many: {
    tickers: number
    seconds: number
    megabytes: { before: number; peak: number; after: number; again: number }
    kept: { answers: number; megabytes: number }
  }
}

/** Table rows of the benchmark `fan-out`. */
export function fanOutRows({ companies, cold, warm, many }: FanOut): Row[] {
  const { before, peak, after, again } = many.megabytes
  const times = ({ p50Ms, p95Ms }: Times) => `p50 ${p50Ms} / p95 ${p95Ms} ms`
  return [
    { figure: `${companies} companies, six sub-graphs, caches cold`, ours: times(cold) },
    { figure: `${companies} companies, six sub-graphs, caches warm`, ours: times(warm) },
    {
      figure: `memory, ${many.tickers} companies at once from a mirror`,
      ours: `${before} MB before, ${peak} at most, ${after} after, ${again} after the same again; ${many.kept.answers} answers kept (${many.kept.megabytes} MB); ${many.seconds} s`,
      goal: 'bounded',
    },
  ]
}

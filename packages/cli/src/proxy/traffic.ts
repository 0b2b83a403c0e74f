import type { PassageMoney } from './passage-money.ts'

/** One request as the live view and the log show it. */
export type Passage = PassageMoney & {
  /** Unix milliseconds. */
  at: number
  /** Absent when no client was recognised. */
  client?: string
  surface: 'http' | 'mcp'
  /** What was asked for: a path or a tool, ours; never a caller's own words. */
  what: string
  status: number
  ms: number
  /** How the answer came, or the code of the error. */
  outcome: string
}

/** What has passed since the start, per client. */
export type Count = { requests: number; refused: number; paid: bigint; atRisk: bigint }

export type Traffic = {
  record(passage: Passage): void
  /** The latest first. */
  latest(): readonly Passage[]
  counts(): ReadonlyMap<string, Count>
}

const latestMax = 50

/** Counts requests, in a memory that does not grow. `listen` is told of each. */
export function openTraffic(listen: (passage: Passage) => void): Traffic {
  const latest: Passage[] = []
  const counts = new Map<string, Count>()
  return {
    record(passage) {
      latest.unshift(passage)
      if (latest.length > latestMax) latest.length = latestMax
      const name = passage.client ?? ''
      const before = counts.get(name) ?? { requests: 0, refused: 0, paid: 0n, atRisk: 0n }
      counts.set(name, {
        requests: before.requests + 1,
        refused: before.refused + (passage.status >= 400 ? 1 : 0),
        paid: before.paid + passage.paid,
        atRisk: before.atRisk + passage.atRisk,
      })
      listen(passage)
    },
    latest: () => latest,
    counts: () => counts,
  }
}

import type { PassageMoney } from './passage-money.ts'

/** One request in the live view and the log. */
export type Passage = PassageMoney & {
  /** Unix milliseconds. */
  at: number
  /** Absent if no client was recognised. */
  client?: string
  surface: 'http' | 'mcp'
  /** The requested path or tool by its known name, never the caller's own text. */
  what: string
  status: number
  ms: number
  /** The source of the answer, or the code of the error. */
  outcome: string
}

/** Requests of a client since the start. */
export type Count = { requests: number; refused: number; paid: bigint; atRisk: bigint }

export type Traffic = {
  record(passage: Passage): void
  /** Newest first. */
  latest(): readonly Passage[]
  counts(): ReadonlyMap<string, Count>
}

const latestMax = 50

/** Maximum number of remembered purchases, so that each is counted once. */
const purchasesMax = 1_000

/** The client of a purchase, and its last counted amounts. */
type Counted = { client: string; paid: bigint; atRisk: bigint }

/**
 * Counts requests in limited memory, and calls `listen` for each. A purchase counts once, for the
 * client that it was first recorded for: callers that share it, and a later attempt that finds it
 * spent, add nothing.
 */
export function createTraffic(listen: (passage: Passage) => void): Traffic {
  const latest: Passage[] = []
  const counts = new Map<string, Count>()
  const purchases = new Map<string, Counted>()
  const countOf = (client: string) =>
    counts.get(client) ?? { requests: 0, refused: 0, paid: 0n, atRisk: 0n }
  const addMoney = ({ client, paid, atRisk }: Counted, sign: 1n | -1n) => {
    const before = countOf(client)
    counts.set(client, {
      ...before,
      paid: before.paid + sign * paid,
      atRisk: before.atRisk + sign * atRisk,
    })
  }
  const countMoney = ({ client = '', paid, atRisk, purchase }: Passage) => {
    if (paid + atRisk === 0n) return
    const existing = purchase === undefined ? undefined : purchases.get(purchase)
    if (existing) addMoney(existing, -1n)
    const counted = { client: existing?.client ?? client, paid, atRisk }
    addMoney(counted, 1n)
    if (purchase === undefined) return
    purchases.set(purchase, counted)
    if (purchases.size > purchasesMax) purchases.delete(purchases.keys().next().value!)
  }
  return {
    record(passage) {
      latest.unshift(passage)
      if (latest.length > latestMax) latest.length = latestMax
      const name = passage.client ?? ''
      const before = countOf(name)
      counts.set(name, {
        ...before,
        requests: before.requests + 1,
        refused: before.refused + (passage.status >= 400 ? 1 : 0),
      })
      countMoney(passage)
      listen(passage)
    },
    latest: () => latest,
    counts: () => counts,
  }
}

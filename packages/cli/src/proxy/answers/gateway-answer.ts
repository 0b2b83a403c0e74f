import type { PurchaseSummary } from '../../payment/journal/purchase.ts'

/** The server's answer, and its cost for the caller. */
export type GatewayAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Atomic units. 0 for an answer that was shared or reused. */
  paid: bigint
  purchase?: PurchaseSummary
  /** Whether the credits of an API key paid. Then there is no purchase of the wallet. */
  isOnCredits?: true
  /** The charge in the journal that stores the answer, which this caller bought on credits. */
  charge?: string
  /**
   * - `asked`: fetched for this request.
   * - `resumed`: bought by an earlier call; nothing new was signed.
   * - `shared`: an identical request was in progress, and its first caller paid.
   * - `reused`: from the cache.
   */
  from: 'asked' | 'resumed' | 'shared' | 'reused'
  /** Maximum age of a reused or a resumed answer. */
  ageMs?: number
  /** Response keys of quickly changing fields that are older than a minute. */
  stale: readonly string[]
  /** Call it once the answer has left this process. Until then it is returned again, free. */
  delivered(): void
}

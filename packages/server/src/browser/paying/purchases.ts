import { proofMarginSeconds } from '@fiq/shared/payment/usdc-on-base'
import type { Operation } from './offer.ts'

/**
 * The cost of one query: a payment, or credits of a key.
 *
 * - `signed`: stored before it is sent; its outcome is unknown.
 * - `answered`: the server returned the data.
 * - `refused`: the server refused the payment, which can still settle until it expires.
 */
export type Purchase = {
  id: string
  /** ISO 8601. */
  at: string
  operation: Operation
  /** Atomic units, as digits. */
  amount: string
  /** Credits of the key that paid. Then `amount` is 0. */
  credits?: number
  /** The `PAYMENT-SIGNATURE` header, until the payment is answered. */
  signature?: string
  /** Unix seconds after which an unsettled payment is void. */
  validBefore: number
  state: 'signed' | 'answered' | 'refused'
  transaction?: string
  /** The server's reason for the refusal, sanitised. */
  reason?: string
}

/**
 * Whether the signed bytes may still move money. If so, they are sent again, and nothing else is
 * signed.
 */
export function maySettle({ state, signature, validBefore }: Purchase, nowMs: number): boolean {
  if (signature === undefined) return false
  return state === 'signed' || nowMs / 1_000 <= validBefore + proofMarginSeconds
}

const storageKey = 'fiq.purchases'
/** Maximum number of stored purchases that are not `signed`. The oldest are dropped first. */
const closedMax = 100

/** The purchases in this browser's storage. */
export type Purchases = {
  /** Newest first. Returns the same array until something changes. */
  list(): readonly Purchase[]
  /** Reads the list again, with entries of other tabs. */
  reread(): readonly Purchase[]
  /** @throws Error if the browser cannot store it: then nothing may be sent. */
  write(purchase: Purchase): void
  subscribe(listener: () => void): () => void
}

/** Opens the list of purchases in the browser's storage. */
export function createPurchases(storage: Pick<Storage, 'getItem' | 'setItem'>): Purchases {
  const listeners = new Set<() => void>()
  let known = read(storage)
  return {
    list: () => known,
    reread: () => read(storage),
    write(purchase) {
      const others = read(storage).filter(({ id }) => id !== purchase.id)
      const all = [purchase, ...others].sort((a, b) => (a.at < b.at ? 1 : -1))
      let closed = 0
      known = all.filter(({ state }) => state === 'signed' || ++closed <= closedMax)
      storage.setItem(storageKey, JSON.stringify(known))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @throws Error if the stored text is not a list: it may contain a payment that can settle. */
function read(storage: Pick<Storage, 'getItem'>): readonly Purchase[] {
  const text = storage.getItem(storageKey)
  if (text === null) return []
  const stored: unknown = JSON.parse(text)
  if (!Array.isArray(stored)) throw new Error('The stored payments of this browser are unreadable.')
  return stored as Purchase[]
}

import type { Operation } from './offer.ts'

/**
 * What one query of this browser cost: a payment, or credits of a key. `signed` is written before anything is sent: as long as it stands,
 * the same bytes can be sent again, and nothing new is signed for it.
 */
export type Purchase = {
  id: string
  /** ISO 8601. */
  at: string
  operation: Operation
  /** Atomic units, as digits. */
  amount: string
  /** Of the key that paid instead; then no money moved. */
  credits?: number
  /** The value of `PAYMENT-SIGNATURE`, until the answer is here. */
  signature?: string
  /** Unix seconds after which an unsettled payment is void. */
  validBefore: number
  state: 'signed' | 'answered' | 'refused'
  transaction?: string
  /** Why it was refused, in the server's words. */
  reason?: string
}

const storageKey = 'fiq.purchases'
/** Closed ones beyond this many are forgotten, oldest first. Open ones never are. */
const closedMax = 100

/** What a page keeps of what it paid, in the browser's storage. */
export type Purchases = {
  /** Newest first. The same array until something changes. */
  list(): readonly Purchase[]
  /** @throws Error when the browser keeps nothing: then nothing may be paid. */
  write(purchase: Purchase): void
  subscribe(listener: () => void): () => void
}

export function openPurchases(storage: Pick<Storage, 'getItem' | 'setItem'>): Purchases {
  const listeners = new Set<() => void>()
  let known = read(storage)
  return {
    list: () => known,
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

/** @throws Error when what is stored is not a list: it may hold an open payment. */
function read(storage: Pick<Storage, 'getItem'>): readonly Purchase[] {
  const text = storage.getItem(storageKey)
  if (text === null) return []
  const stored: unknown = JSON.parse(text)
  if (!Array.isArray(stored)) throw new Error('The stored payments of this browser are unreadable.')
  return stored as Purchase[]
}

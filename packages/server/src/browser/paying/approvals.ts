import type { Wallet } from '../wallet/wallet.ts'
import type { Offer } from './offer.ts'

/** A quote on the screen, waiting for yes or no. */
export type Waiting = { offer: Offer; decide(wallet: Wallet | undefined): void }

/** Between the code that asks and the dialog that shows: one quote at a time, the rest in order. */
export type Approvals = {
  prompt(offer: Offer): Promise<Wallet | undefined>
  /** The one on the screen. */
  current(): Waiting | undefined
  subscribe(listener: () => void): () => void
}

export function createApprovals(): Approvals {
  const queue: Waiting[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    prompt: (offer) =>
      new Promise((resolve) => {
        queue.push({
          offer,
          decide(wallet) {
            queue.shift()
            resolve(wallet)
            tell()
          },
        })
        tell()
      }),
    current: () => queue[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

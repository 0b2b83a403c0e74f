import type { Wallet } from '../wallet/wallet.ts'
import type { Offer } from './offer.ts'

/** The quote in the dialog, waiting for a decision. */
export type Waiting = { offer: Offer; decide(wallet: Wallet | undefined): void }

/** Passes quotes from the paying code to the dialog: one at a time, in order. */
export type Approvals = {
  prompt(offer: Offer): Promise<Wallet | undefined>
  /** The quote in the dialog. */
  current(): Waiting | undefined
  subscribe(listener: () => void): () => void
}

/** Creates the queue of offers that wait for the user's decision. */
export function createApprovals(): Approvals {
  const queue: Waiting[] = []
  const listeners = new Set<() => void>()
  const notify = () => {
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
            notify()
          },
        })
        notify()
      }),
    current: () => queue[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

import { FiqError } from '@fiq/shared/errors'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'

const storageKey = 'fiq.payee'

/** The payee of this server, pinned by the browser's first payment. */
export type Payee = {
  pinned(): string | undefined
  /** @throws FiqError `PAYEE_CHANGED` if another address is pinned. */
  check(payTo: string): void
  /** @throws FiqError `PAYEE_CHANGED` if another address is pinned. */
  pin(payTo: string): void
  forget(): void
}

/** @param storage - Storage of the page's origin, so each server has its own payee. */
export function createPayee(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Payee {
  const pinned = () => storage.getItem(storageKey) ?? undefined
  const check = (payTo: string) => {
    const known = pinned()
    if (known === undefined || sameAddress(known, payTo)) return
    throw new FiqError('PAYEE_CHANGED', 'The server requests payment to a different address.', {
      facts: [`Paid before: ${known}`, `Requested now: ${payTo}`],
      remedy:
        'Confirm the change with the operator, then select “forget” for this payee in the Spending pane of /graphiql.',
    })
  }
  return {
    pinned,
    check,
    pin(payTo) {
      check(payTo)
      storage.setItem(storageKey, payTo)
    },
    forget: () => storage.removeItem(storageKey),
  }
}

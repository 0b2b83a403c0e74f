import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import { LRUCache } from 'lru-cache'
import { hashOf } from '../../accounts/api-key.ts'
import { createAddressTurns } from '../../rate-limit/address-turns.ts'
import { expiringEntries } from '../../scheduling/entries-max.ts'
import { keySignedOnce as isKeySigned } from '../../settlement/signature/remember-key-signed.ts'

/** Credentials that may earn priority: a bearer token, or payments. */
export type Shown = { authorization?: string | undefined; payments: readonly Payment[] }

/** Decides which requests go before quotes. An unproven header earns no priority. */
export type Priority = {
  /** Whether the key is known to have credits, or the payer of a payment to hold funds. */
  has(shown: Shown): boolean
  /** Like {@link has}, but looks up the key or reads the signer's balance from the chain. */
  prove(shown: Shown, address: string): Promise<boolean>
  /** Records a paid request, which proves its payer. */
  note(shown: Shown): void
}

export type PriorityPorts = {
  /** Whether the organisation of a key has credits. Rejects for a key that is no longer valid. */
  hasCredits(authorization: string): Promise<boolean>
  /** Whether a payment was claimed before and carries its secret. Checked at any limit. */
  isOfPayer(payment: Payment): Promise<boolean>
  /** Whether an address is within its limits. */
  mayProve(address: string): boolean | Promise<boolean>
  /** Atomic units. Absent without a chain; then only paying earns priority. */
  balanceOf?: ((payer: Hex) => Promise<bigint>) | undefined
  /** Monotonic. */
  nowMs?(): number
}

/** Maximum number of keys and payers remembered. */
const rememberedMax = 10_000
/** A key may be revoked and a wallet emptied, so a proof is repeated after this time. */
export const provenForMs = 60_000

/**
 * Creates the proofs of priority. A payment earns priority if its signature recovers to its payer
 * and the payer holds the amount, or if it carries the secret that it was claimed with. A bearer
 * token earns it if it is the key of an organisation with credits. Callers that cannot prove it,
 * such as wallet contracts, wait with the quotes.
 */
export function createPriority(ports: PriorityPorts): Priority {
  const { nowMs = () => performance.now() } = ports
  const proven = new LRUCache<string, true>(expiringEntries(rememberedMax, provenForMs, nowMs))
  const turns = createAddressTurns()
  const namesOf = ({ authorization, payments }: Shown) => [
    ...(authorization === undefined ? [] : [`key:${hashOf(authorization)}`]),
    ...payments.map((payment) => `payer:${payment.authorization.from.toLowerCase()}`),
  ]

  const isFunded = async ({ authorization: { from, value } }: Payment) => {
    const balance = await ports.balanceOf?.(from).catch(() => undefined)
    return balance !== undefined && balance >= value
  }
  /** Only the first of several payments in a request counts, because each check is unpaid work. */
  const isProven = async ({ authorization, payments: [payment] }: Shown) =>
    payment
      ? isKeySigned(payment) && (await isFunded(payment))
      : authorization !== undefined && (await ports.hasCredits(authorization))

  const has = (shown: Shown) => {
    const [payment] = shown.payments
    const [name] = namesOf(payment ? { payments: [payment] } : shown)
    if (name === undefined || !proven.has(name)) return false
    return payment === undefined || isKeySigned(payment)
  }
  const note = (shown: Shown) => {
    for (const name of namesOf(shown)) proven.set(name, true)
  }

  return {
    has,
    note,
    async prove(shown, address) {
      if (has(shown)) return true
      const [payment] = shown.payments
      if (payment && (await ports.isOfPayer(payment).catch(() => false))) return true
      if (!(await ports.mayProve(address))) return false
      const isEarned = await turns.inTurn(address, () => isProven(shown)).catch(() => false)
      if (isEarned) note(payment ? { payments: [payment] } : shown)
      return isEarned
    },
  }
}

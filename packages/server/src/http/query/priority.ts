import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import { LRUCache } from 'lru-cache'
import { hashOf } from '../../accounts/api-key.ts'
import { createProvingTurns } from '../../rate-limit/proving-turns.ts'
import { keySignedOnce as isKeySigned } from '../../settlement/signature/remember-key-signed.ts'

/** Credentials that may earn priority: a bearer token, or payments. */
export type Shown = { authorization?: string | undefined; payments: readonly Payment[] }

/** Which requests go before quotes. The shape of a header earns nothing. */
export type Priority = {
  /** Whether the key is known, or a payment is signed by a payer known to hold funds. */
  has(shown: Shown): boolean
  /** The same, and finds out: looks the key up, or asks the chain for the balance of the signer. */
  prove(shown: Shown, address: string): Promise<boolean>
  /** The request was answered: its key is good, or its payer has paid. */
  note(shown: Shown): void
}

export type PriorityPorts = {
  /** Rejects for a key that is unknown, expired or revoked. */
  identify(authorization: string): Promise<unknown>
  /** Whether a payment was claimed before and carries its secret. Asked at any limit. */
  isOfPayer(payment: Payment): Promise<boolean>
  /** Whether an address is within its limits. */
  mayProve(address: string): boolean | Promise<boolean>
  /** Atomic units; absent where there is no chain to ask: priority is earned by paying then. */
  balanceOf?: ((payer: Hex) => Promise<bigint>) | undefined
  /** Monotonic. */
  nowMs?(): number
}

/** Keys and payers that are remembered. */
const rememberedMax = 10_000
/** A key may be revoked and a wallet emptied: the proof is repeated after this time. */
export const provenForMs = 60_000

/**
 * Opens the proofs of priority. A payment earns it if its signature recovers to its payer and the
 * payer holds the amount, or if it carries the secret that it was claimed with; a bearer token if it
 * is a key of this server. Wallet contracts and others
 * that cannot prove it take their turn with quotes, and are answered all the same.
 */
export function createPriority(ports: PriorityPorts): Priority {
  const { nowMs = () => performance.now() } = ports
  const proven = new LRUCache<string, true>({
    ...{ max: rememberedMax, ttl: provenForMs, ttlResolution: 0, perf: { now: nowMs } },
  })
  const turns = createProvingTurns()
  const namesOf = ({ authorization, payments }: Shown) => [
    ...(authorization === undefined ? [] : [`key:${hashOf(authorization)}`]),
    ...payments.map((payment) => `payer:${payment.authorization.from.toLowerCase()}`),
  ]

  const isKnownKey = (authorization: string) =>
    ports.identify(authorization).then(
      () => true,
      () => false,
    )
  const isFunded = async ({ authorization: { from, value } }: Payment) => {
    const held = await ports.balanceOf?.(from).catch(() => undefined)
    return held !== undefined && held >= value
  }
  /** Of several payments of one request the first decides: each more would be unpaid work. */
  const isProven = async ({ authorization, payments: [payment] }: Shown) =>
    payment
      ? isKeySigned(payment) && (await isFunded(payment))
      : authorization !== undefined && (await isKnownKey(authorization))

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

import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from '../../credits/payment-key.ts'
import type { Claim } from '../payment-record.ts'

export const hex = (digit: string, bytes: number): Hex => `0x${digit.repeat(bytes * 2)}`

/** The key of the n-th payment of one payer. */
export function keyOf(n: number): PaymentKey {
  return { payer: hex('a', 20), nonce: `0x${n.toString(16).padStart(64, '0')}` }
}

/** Claimed on 2023-11-14; the authorization is valid for a minute. */
export const createdAt = 1_700_000_000_000

export function claimOf(
  key: PaymentKey,
  { value = 10_000_000n, validBefore = 1_700_000_060n } = {},
): Claim {
  return {
    ...key,
    request: `digest of ${key.nonce}`,
    signed: {
      authorization: {
        from: key.payer,
        to: hex('b', 20),
        value,
        validAfter: 0n,
        validBefore,
        nonce: key.nonce,
      },
      signature: hex('c', 65),
    },
    createdAt,
  }
}

export const settlement = { transaction: hex('d', 32), logIndex: 7 }

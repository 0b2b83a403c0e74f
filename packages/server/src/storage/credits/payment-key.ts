import type { Hex } from '@fiq/shared/payment/wire'

/** Identifies a payment like the chain: by payer and nonce, both in lower case. */
export type PaymentKey = { payer: Hex; nonce: Hex }

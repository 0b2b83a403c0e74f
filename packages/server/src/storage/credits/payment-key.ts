import type { Hex } from '@fiq/shared/payment/wire'

/** Identifies a payment as the chain does: its payer and its nonce, both in lower case. */
export type PaymentKey = { payer: Hex; nonce: Hex }

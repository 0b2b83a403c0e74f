import type { Signer } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Purchase } from '../../payment/journal/purchase.ts'

/** Signs payments: with a local key, or through an agent that sees only the purchase. */
export type PayingSigner = (
  | Signer
  | { address: Hex; signPurchase(purchase: Purchase): Promise<Hex> }
) & {
  /** Whether the key is that of a play wallet. */
  isPlay?: true
}

import type { Authorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'

/** Whatever signs in a browser: an extension's wallet, or a play wallet of the embedded chain. */
export type Wallet = {
  /** Shown beside the quote. */
  name: string
  /** The payer. */
  address: Hex
  /** Signs the authorization exactly as given. Rejects when its owner declines. */
  sign(authorization: Authorization): Promise<Hex>
}

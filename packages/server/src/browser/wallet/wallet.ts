import type { Authorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'

/** A wallet in the browser: that of an extension, or the play wallet of the embedded chain. */
export type Wallet = {
  /** The name on the pay button. */
  name: string
  /** The payer. */
  address: Hex
  /** Signs the authorization unchanged. Rejects if the user declines. */
  sign(authorization: Authorization): Promise<Hex>
  /** Signs a readable text (EIP-191). Rejects if the user declines. */
  signText(text: string): Promise<Hex>
}

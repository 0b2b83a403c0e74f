import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'

/** A well-formed `PAYMENT-SIGNATURE` with a false signature. */
export function worthlessPayment(nonce = 1): string {
  const { scheme, network, asset } = usdcOnBase
  const payTo = `0x${'b'.repeat(40)}`
  const terms = { scheme, network, asset, payTo, amount: '30000', maxTimeoutSeconds: 60 }
  return encodeHeader({
    x402Version: 2,
    accepted: { ...terms, extra: { name: 'USD Coin', version: '2' } },
    payload: {
      signature: `0x${'1'.repeat(130)}`,
      authorization: {
        from: `0x${'a'.repeat(40)}`,
        to: payTo,
        value: '30000',
        validAfter: '0',
        validBefore: '1700000060',
        nonce: `0x${String(nonce).padStart(64, '0')}`,
      },
    },
  })
}

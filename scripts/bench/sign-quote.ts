import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/**
 * Signs payments for a body with a new account that the server's faucet funds: the minimal client
 * for the same paid request as `fiq`.
 *
 * @returns A function that returns the `PAYMENT-SIGNATURE` header of one more payment.
 */
export async function createSigner(url: string, body: string): Promise<() => Promise<string>> {
  const account = privateKeyToAccount(generatePrivateKey())
  const headers = { 'content-type': 'application/json' }
  const funding = JSON.stringify({ address: account.address, amount: '100' })
  const funded = await fetch(`${url}/devnet/faucet`, { method: 'POST', headers, body: funding })
  if (!funded.ok) throw new Error(`the faucet answered ${funded.status}`)
  let nonce = 0
  return async () => {
    const answer = await fetch(`${url}/api/graphql`, { method: 'POST', headers, body })
    const quoted = readPaymentRequired(answer.headers.get('payment-required'))
    const { payTo, amount, maxTimeoutSeconds } = quoted.requirements
    nonce += 1
    const authorization: Authorization = {
      from: account.address,
      to: payTo,
      value: amount,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1_000) + maxTimeoutSeconds),
      nonce: toHex(nonce, { size: 32 }),
    }
    const signature = await account.signTypedData(typedDataOf(authorization))
    return paymentSignatureHeader(quoted, { authorization, signature })
  }
}

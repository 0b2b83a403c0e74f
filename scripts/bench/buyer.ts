import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const json = { 'content-type': 'application/json' }

/** Pays for queries with play money of the server's own devnet. */
export type Buyer = {
  /** Headers with a payment for a query; empty if the query is free. */
  headersFor(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, string>>
  /** The `PAYMENT-SIGNATURE` for a quote, the text of `PAYMENT-REQUIRED`. */
  paymentFor(required: string | null): Promise<string>
}

/** Creates a wallet and mints its play money. */
export async function createBuyer(url: string): Promise<Buyer> {
  const account = privateKeyToAccount(generatePrivateKey())
  const body = JSON.stringify({ address: account.address, amount: '1000' })
  await fetch(`${url}/devnet/faucet`, { method: 'POST', headers: json, body })
  let nonces = 0
  const paymentFor = async (required: string | null) => {
    const quoted = readPaymentRequired(required)
    const { payTo: to, amount: value, maxTimeoutSeconds } = quoted.requirements
    nonces += 1
    const authorization: Authorization = {
      from: account.address,
      to,
      value,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1_000) + maxTimeoutSeconds),
      nonce: toHex(nonces, { size: 32 }),
    }
    const signature = await account.signTypedData(typedDataOf(authorization))
    return paymentSignatureHeader(quoted, { authorization, signature })
  }
  return {
    paymentFor,
    async headersFor(query, variables) {
      const request = { method: 'POST', headers: json, body: JSON.stringify({ query, variables }) }
      const answer = await fetch(`${url}/api/graphql`, request)
      if (answer.status === 200) return {}
      if (answer.status !== 402) throw new Error(`${answer.status}: ${await answer.text()}`)
      return { 'payment-signature': await paymentFor(answer.headers.get('payment-required')) }
    },
  }
}

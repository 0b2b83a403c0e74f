import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { purchaseNonce, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { paymentResource } from '../../accounts/payment-resource.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import { quotesConnector } from './quotes.ts'
import { smallApp } from './small-app.ts'

export const account = privateKeyToAccount(generatePrivateKey())
export const payer = account.address.toLowerCase() as `0x${string}`
export type Headers = Record<string, string>
export type Payload = {
  extensions?: Record<string, unknown>
  payload: { signature: string; authorization: Record<string, string> }
}
let nonces = 0

/** A server, its payer, and an attacker who read the payment on the chain. */
export function scene(
  facilitator: Partial<Facilitator> = {},
  options: Parameters<typeof smallApp>[2] = {},
) {
  const { connector, state } = quotesConnector()
  const small = smallApp(connector, facilitator, options)
  const { app, clock } = small
  const send = (url: string, body: unknown, headers: Headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url,
      payload: JSON.stringify(body),
      remoteAddress,
      headers: { 'content-type': 'application/json', host: 'fiq.test', ...headers },
    })
  /** @param bound - The request that the nonce is derived from, as in the client `fiq`. */
  const sign = (header: unknown, bound?: { url: string; body: unknown }) => {
    const quoted = readPaymentRequired(String(header))
    nonces += 1
    const { payTo, amount } = quoted.requirements
    const identifier = bound && `identifier-${nonces}`.padEnd(32, '0')
    const nonce = bound
      ? purchaseNonce(String(identifier), requestKeyOf(bound))
      : (`0x${String(nonces).padStart(64, '0')}` as const)
    const authorization = {
      from: payer,
      to: payTo,
      value: amount,
      validAfter: 0n,
      nonce,
      validBefore: BigInt(Math.floor(clock.nowMs / 1_000) + 60),
    }
    const signed = { authorization, signature: `0x${'1'.repeat(130)}` as const }
    return { nonce, 'payment-signature': paymentSignatureHeader(quoted, signed, identifier) }
  }
  const proofFor = async (nonce: `0x${string}`, signer = account, ...more: string[]) => {
    const given = (await app.inject('/auth/siwx/nonce')).json().nonce
    const message = createSiweMessage({
      address: account.address,
      chainId: 8453,
      domain: 'fiq.test',
      version: '1',
      uri: 'http://fiq.test',
      nonce: given,
      issuedAt: new Date(clock.nowMs),
      resources: [paymentResource({ payer, nonce }), ...more],
    })
    return { message, signature: await signer.signMessage({ message }) }
  }
  return { ...small, state, send, sign, proofFor }
}

const requestKeyOf = ({ url, body }: { url: string; body: unknown }) =>
  requestKey(new URL(url, 'http://fiq.test'), JSON.stringify(body))

/** The payment with changes to its payload. */
export function changed(header: string, change: (payload: Payload) => unknown) {
  const payload = decodeHeader(header) as Payload
  change(payload)
  return { 'payment-signature': encodeHeader(payload) }
}
/**
 * The payment as an attacker reads it on the chain: without the extensions that only payer and
 * server know.
 */
export const bare = (header: string) => changed(header, (payload) => delete payload.extensions)

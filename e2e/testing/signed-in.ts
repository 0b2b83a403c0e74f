import { defined } from '@fiq/shared/defined'
import type { Hex } from '@fiq/shared/payment/wire'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect } from 'vitest'

type Offered = {
  nonce: string
  domain: string
  uri: string
  version: '1'
  chainId: number
  expiresAt: string
}

/** Signs in with a wallet. @returns an API key for its credits. */
export async function signIn(url: string, account: PrivateKeyAccount): Promise<string> {
  const offered = await fetch(`${url}/auth/siwx/nonce`)
  const { expiresAt, ...rest } = (await offered.json()) as Offered
  const message = createSiweMessage({
    ...rest,
    address: account.address,
    issuedAt: new Date(Date.parse(expiresAt) - 300_000),
  })
  const signature = await account.signMessage({ message })
  const verified = await fetch(`${url}/auth/siwx/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature }),
  })
  return ((await verified.json()) as { key: string }).key
}

/**
 * Buys credits for a key, paid by x402 over HTTP.
 *
 * @returns The status of the response.
 */
export async function topUp(
  url: string,
  account: PrivateKeyAccount,
  key: string,
  amountUsd = '0.9',
): Promise<number> {
  const request = (payment?: string) =>
    fetch(`${url}/api/v1/credits/topup`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...defined({ 'payment-signature': payment }),
      },
      body: JSON.stringify({ amountUsd }),
    })
  const quoted = await request()
  const header = String(quoted.headers.get('payment-required'))
  const required = JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentRequired
  // By default, the stock client pays at most 1 USDC.
  const wallet = x402Client.fromConfig({
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }],
    spendControls: false,
  })
  const payment = await wallet.createPaymentPayload(required)
  const paid = await request(Buffer.from(JSON.stringify(payment)).toString('base64'))
  return paid.status
}

/** Signs in with a new wallet, and buys credits. @returns an API key for them. */
export async function keyWithCredits(
  { url, devnet }: { url: string; devnet: { faucet(to: Hex, amount: bigint): Promise<unknown> } },
  amountUsd?: string,
): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet(account.address, 1_000_000_000n)
  const key = await signIn(url, account)
  expect(await topUp(url, account, key, amountUsd)).toBe(200)
  return key
}

import { jsonText } from '@fiq/shared/json'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { addressSchema, type Hex, quantityOf, signatureSchema } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { Wallet } from './wallet.ts'

/** The EIP-1193 provider of a wallet. */
export type Provider = { request(call: { method: string; params?: unknown }): Promise<unknown> }

/** A wallet that announced itself (EIP-6963), or the one at `window.ethereum`. */
export type FoundProvider = { name: string; provider: Provider }

const chainId = quantityOf(usdcOnBase.domain.chainId)
const discoveryMs = 150

/** Finds wallets by EIP-6963, or the one at `window.ethereum` if none announces itself. */
export async function findProviders(page: Window): Promise<FoundProvider[]> {
  const found = new Map<string, FoundProvider>()
  const onAnnounce = (event: Event) => {
    const { detail } = event as CustomEvent<{
      info?: { uuid?: string; name?: string }
      provider?: Provider
    }>
    const { uuid, name } = detail?.info ?? {}
    if (uuid && detail.provider)
      found.set(uuid, { name: name?.slice(0, 40) || 'Wallet', provider: detail.provider })
  }
  page.addEventListener('eip6963:announceProvider', onAnnounce)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  await new Promise((resolve) => setTimeout(resolve, discoveryMs))
  page.removeEventListener('eip6963:announceProvider', onAnnounce)
  const injected = (page as { ethereum?: Provider }).ethereum
  if (found.size === 0 && injected) return [{ name: 'Browser wallet', provider: injected }]
  return [...found.values()]
}

/**
 * Requests an account of the wallet and switches the wallet to Base.
 *
 * @throws Error with a text for the user if the wallet declines or gives no account.
 */
export async function connectWallet({ name, provider }: FoundProvider): Promise<Wallet> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const address = z.safeParse(addressSchema, Array.isArray(accounts) ? accounts[0] : undefined)
  if (!address.success) throw new Error(`${name} returned no account.`)
  const chain = await provider.request({ method: 'eth_chainId' })
  if (String(chain).toLowerCase() !== chainId)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  const payer = address.data.toLowerCase() as Hex
  const signed = async (method: string, params: readonly string[]) => {
    const answer = z.safeParse(signatureSchema, await provider.request({ method, params }))
    if (!answer.success) throw new Error(`${name} returned no signature.`)
    return answer.data
  }
  return {
    name,
    address: payer,
    sign: (authorization) => signed('eth_signTypedData_v4', [payer, typedDataText(authorization)]),
    signText: (text) => signed('personal_sign', [hexOf(text), payer]),
  }
}

function hexOf(text: string): Hex {
  const bytes = new TextEncoder().encode(text)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The JSON for `eth_signTypedData_v4`: integers as decimal text, including the type of the domain.
 */
export function typedDataText(authorization: Authorization): string {
  const { domain, types, primaryType, message } = typedDataOf(authorization)
  return jsonText({
    domain,
    primaryType,
    message,
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ...types,
    },
  })
}

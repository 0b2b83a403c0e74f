import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Wallet } from './wallet.ts'

/** EIP-1193, as wallets put it into a page. */
export type Provider = { request(call: { method: string; params?: unknown }): Promise<unknown> }

/** A wallet that announced itself (EIP-6963), or the one at `window.ethereum`. */
export type FoundProvider = { name: string; provider: Provider }

const chainId = `0x${usdcOnBase.domain.chainId.toString(16)}`
const discoveryMs = 150

/** Asks the page's wallets to announce themselves; the older way is the last resort. */
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
 * Connects: asks for an account, and for the chain that is paid on.
 *
 * @throws Error in words for the user when the wallet declines or gives no account.
 */
export async function connectWallet({ name, provider }: FoundProvider): Promise<Wallet> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const address = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new Error(`${name} gave no account.`)
  const chain = await provider.request({ method: 'eth_chainId' })
  if (String(chain).toLowerCase() !== chainId)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  const payer = address.toLowerCase() as Hex
  return {
    name,
    address: payer,
    async sign(authorization) {
      const signature = await provider.request({
        method: 'eth_signTypedData_v4',
        params: [payer, typedDataText(authorization)],
      })
      if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]+$/.test(signature))
        throw new Error(`${name} gave no signature.`)
      return signature as Hex
    },
  }
}

/** The document as wallets take it: JSON, numbers as decimal text, the domain's type spelled out. */
export function typedDataText(authorization: Authorization): string {
  const { domain, types, primaryType, message } = typedDataOf(authorization)
  return JSON.stringify(
    {
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
    },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

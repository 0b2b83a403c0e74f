import { typedDataOf } from '@fiq/shared/payment/authorization'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Wallet } from './wallet.ts'

const storageKey = 'fiq.play-wallet'
/** USDC, enough for the largest top-up that the page offers. */
const playMoney = '25'

/**
 * A temporary account on the embedded chain, funded by its faucet. The key lives as long as the tab.
 * Its USDC is worth nothing: only servers that run the embedded chain have a faucet.
 */
export async function loadPlayWallet(ports: {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  fetch: typeof fetch
}): Promise<Wallet> {
  const stored = ports.storage.getItem(storageKey)
  const isKey = stored !== null && /^0x[0-9a-f]{64}$/.test(stored)
  const key = isKey ? (stored as `0x${string}`) : generatePrivateKey()
  const account = privateKeyToAccount(key)
  if (!isKey) {
    const answer = await ports.fetch('/devnet/faucet', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: account.address, amount: playMoney }),
    })
    if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
    ports.storage.setItem(storageKey, key)
  }
  return {
    name: 'Play wallet',
    address: account.address.toLowerCase() as `0x${string}`,
    sign: (authorization) => account.signTypedData(typedDataOf(authorization)),
    signText: (message) => account.signMessage({ message }),
  }
}

import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { readKnownWallets } from './known-wallets.ts'

/** Whether this is the address of a play wallet of this machine. An unreadable list has none. */
export function isPlayAddress(configDir: string, address: Hex): boolean {
  try {
    return readKnownWallets(configDir).wallets.some(
      (wallet) => wallet.isPlay === true && sameAddress(wallet.address, address),
    )
  } catch {
    return false
  }
}

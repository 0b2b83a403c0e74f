import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Keychain } from './keychain.ts'
import type { WalletSecrets } from './passphrase.ts'

/** Ports for creating, opening and removing a wallet. */
export type WalletOptions = {
  configDir: string
  /** Absent: the current wallet. */
  walletName?: string
  secrets: WalletSecrets
  terminal: ApprovalTerminal
  /** Cryptographic randomness. */
  randomBytes(length: number): Uint8Array
  /** The OS keychain, `undefined` where there is none: `loadKeytar` in `keychain.ts`. */
  loadKeychain(): Promise<Keychain | undefined>
}

import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Keychain } from './keychain.ts'
import type { ScryptParams } from './keystore.ts'
import type { WalletSecrets } from './passphrase.ts'

/** Ports for creating, opening and removing a wallet. */
export type WalletOptions = {
  configDir: string
  /** By default the current wallet. */
  walletName?: string
  secrets: WalletSecrets
  terminal: ApprovalTerminal
  /** Cryptographic randomness. */
  randomBytes(length: number): Uint8Array
  /** Cost of a guess at the passphrase of a new file. By default that of `scryptParams`. */
  scrypt?: ScryptParams
  /** The OS keychain; `undefined` without one: `loadKeytar` in `keychain.ts`. */
  loadKeychain(): Promise<Keychain | undefined>
}

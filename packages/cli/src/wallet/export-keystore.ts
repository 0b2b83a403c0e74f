import { join } from 'node:path'
import { keystoreFolder, knownWallet } from './keys/known-wallets.ts'
import { readKey, readKeystoreFile } from './keys/open-wallet.ts'
import { newPassphrase } from './keys/passphrase.ts'
import type { WalletOptions } from './keys/wallet-options.ts'

export type ExportWorld = Pick<
  WalletOptions,
  'configDir' | 'walletName' | 'secrets' | 'terminal' | 'loadKeychain' | 'randomBytes'
>

/**
 * Exports a wallet as a Web3 keystore v3, never as a plain key: the file itself, or a new keystore
 * with the key of the OS keychain, under a new passphrase.
 *
 * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`, `USAGE`.
 */
export async function exportKeystore(
  name: string | undefined,
  world: ExportWorld,
): Promise<string> {
  const wallet = knownWallet(world.configDir, name)
  if (wallet.place === 'keystore')
    return readKeystoreFile(join(world.configDir, keystoreFolder, `${wallet.name}.json`)).trim()
  const key = await readKey(wallet, world)
  const passphrase = await newPassphrase(world.secrets, world.terminal)
  const { encryptKeystore } = await import('./keys/keystore.ts')
  const { address } = wallet
  return encryptKeystore(key, passphrase, { address, randomBytes: world.randomBytes })
}

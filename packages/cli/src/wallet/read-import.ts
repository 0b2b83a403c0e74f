import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import { checkKey } from './keys/open-wallet.ts'
import { givenPassphrase, noPrompt } from './keys/passphrase.ts'
import type { WalletOptions } from './keys/wallet-options.ts'

/** Maximum characters. Longer texts are neither a key nor a keystore. */
const importCharactersMax = 65_536

/**
 * Reads the input of `fiq wallet import`: a private key in hex, or a keystore v3, for which it
 * prompts for the passphrase.
 *
 * @returns The key, and a passphrase that was given without a prompt: a descriptor can be read only
 * once, and the same passphrase then protects the new file.
 * @throws FiqError `USAGE`, `CONFIGURATION_INVALID`, `WALLET_LOCKED`. Never repeats the text.
 */
export async function readImport(
  text: string,
  { secrets, terminal }: Pick<WalletOptions, 'secrets' | 'terminal'>,
): Promise<{ key: Hex; passphrase?: string }> {
  if (text.length > importCharactersMax)
    throw new FiqError('USAGE', 'The input is too long for a key or a keystore.')
  if (!text.trimStart().startsWith('{')) return { key: checkKey(text) }
  const { decryptKeystore } = await import('./keys/keystore.ts')
  const provided = givenPassphrase(secrets, (line) => terminal.write(line))
  if (provided !== undefined)
    return { key: checkKey(await decryptKeystore(text, provided)), passphrase: provided }
  if (!terminal.interactive) throw noPrompt()
  const passphrase = await terminal.promptSecret('Passphrase of the keystore: ')
  return { key: checkKey(await decryptKeystore(text, passphrase)) }
}

import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { addressSchema, type Hex } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import { createKeyFile } from './create-key-file.ts'

/** Folder in the settings folder with the keys of play wallets, in plain text. */
export const playFolder = 'play'

const warning =
  'The key of a play wallet, in plain text. Never send real money to this address: anyone who reads this file can take it.'

const fileSchema = z.object({
  play: z.literal(true),
  address: addressSchema,
  key: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
})

/** The file of a play wallet's key. */
export function playKeyPath(configDir: string, name: string): string {
  return join(configDir, playFolder, `${name}.json`)
}

/** Writes the key of a play wallet: without a passphrase, mode 0600, marked as play in the file. */
export function writePlayKey(
  configDir: string,
  name: string,
  { key, address }: { key: Hex; address: Hex },
): void {
  const text = JSON.stringify({ play: true, warning, address, key }, undefined, 2)
  createKeyFile(join(configDir, playFolder), name, `${text}\n`)
}

/**
 * Reads the key of a play wallet. Makes a file private again that others can read; because it is
 * play money, that is no reason to refuse.
 *
 * @throws FiqError `WALLET_LOCKED`, without the key.
 */
export function readPlayKey(configDir: string, name: string): Hex {
  const path = playKeyPath(configDir, name)
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
    return z.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8'))).key as Hex
  } catch (cause) {
    throw new FiqError('WALLET_LOCKED', 'The key of the play wallet cannot be read.', {
      facts: [`File: ${path}`, `Reason: ${reasonOf(cause)}`],
      remedy:
        'Create a new play wallet: fiq wallet create --play <name>. The old one held only play money.',
    })
  }
}

/** The reason as a code: the text of a JSON error may contain the key. */
function reasonOf(cause: unknown): string {
  return (cause as { code?: string }).code ?? 'it is not the file of a play wallet'
}

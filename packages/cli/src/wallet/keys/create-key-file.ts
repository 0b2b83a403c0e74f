import { FiqError } from '@fiq/shared/errors'
import { createPrivate } from '../../config/write-private.ts'

/**
 * Writes the file of a key. Of two processes that create a wallet of the same name, one succeeds.
 *
 * @throws FiqError `WALLET_EXISTS`; nothing was overwritten.
 */
export function createKeyFile(folder: string, name: string, text: string): void {
  try {
    createPrivate(folder, `${name}.json`, text)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new FiqError('WALLET_EXISTS', `There is already a wallet "${name}".`)
  }
}

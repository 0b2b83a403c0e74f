import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { PrivateKeyAccount } from 'viem'
import { settlerAccount } from './settler-account.ts'

/** A key has 66 characters. A longer file is not a key. */
const fileBytesMax = 256

/**
 * Reads the settler's private key: 32 bytes as hex, with or without `0x`, alone in the file.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the file cannot be read, others may read it, or it
 * contains no key. No message repeats the contents.
 */
export function readSettlerKey(file: string): PrivateKeyAccount {
  const text = readPrivately(file).trim()
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (hex === undefined) throw refused(file, 'must contain only a key of 64 hex digits')
  try {
    return settlerAccount(`0x${hex}`)
  } catch {
    throw refused(file, 'contains a number that is not a key of this curve')
  }
}

/** Opens the file once, so that the checked file is also the one that is read. */
function readPrivately(file: string): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw refused(
      file,
      `cannot be opened (${(error as { code?: string }).code ?? 'unknown reason'})`,
    )
  }
  try {
    const status = fstatSync(descriptor)
    if (!status.isFile()) throw refused(file, 'is not a file')
    if (isOpenToOthers(file, status))
      throw refused(
        file,
        `can be read by other users (mode ${(status.mode & 0o777).toString(8).padStart(3, '0')})`,
        `chmod 600 ${file}`,
      )
    const bytes = Buffer.alloc(fileBytesMax)
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, fileBytesMax, 0))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Whether users other than the owner have access by the mode of the file. A credential that systemd
 * passes to a service belongs to root and has mode 0440. Its group bits are the mask of an access
 * list that contains the user of the service only.
 */
export function isOpenToOthers(
  file: string,
  { mode, uid }: { mode: number; uid: number },
): boolean {
  const isCredential = uid === 0 && /^\/run\/credentials\/[^/]+\/[^/]+$/.test(resolve(file))
  return (mode & (isCredential ? 0o037 : 0o077)) !== 0
}

function refused(
  file: string,
  why: string,
  remedy = 'Set --settler-key-file or FIQ_SETTLER_KEY_FILE to a file with the key.',
): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The settler key file ${file} ${why}.`, { remedy })
}

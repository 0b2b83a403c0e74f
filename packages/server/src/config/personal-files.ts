import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { FiqError } from '@fiq/shared/errors'
import { type PersonalServer, personalFile, readPersonalServer } from '@fiq/shared/personal-server'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { makeFolder } from './make-folder.ts'

const keyFile = 'key'
const settingsFile = 'settings.env'

/**
 * The key of the personal server in this folder. Created once, in a file that only its owner can
 * read.
 *
 * @param random - Source of random bytes, `crypto.randomBytes`.
 */
export function personalKey(
  dataDir: string,
  random: (bytes: number) => Uint8Array,
): { text: string; file: string } {
  const file = join(dataDir, keyFile)
  const known = readIfThere(file)?.trim()
  if (known !== undefined && /^fiq_[\w-]{43}$/.test(known)) return { text: known, file }
  const text = `fiq_${Buffer.from(random(32)).toString('base64url')}`
  writePrivate(dataDir, keyFile, `${text}\n`)
  return { text, file }
}

/** Writes the server's address for the client of the same user. */
export function storePersonalFile(dataDir: string, server: PersonalServer): void {
  writePrivate(dataDir, personalFile, `${JSON.stringify(server)}\n`)
}

/** The server whose address is in the file. It may have ended. */
export function storedPersonalServer(dataDir: string): PersonalServer | undefined {
  return readPersonalServer(readIfThere(join(dataDir, personalFile)) ?? '')
}

/** Deletes the file, unless another server has written its own address there. */
export function forgetPersonalFile(dataDir: string, { pid }: PersonalServer): void {
  if (storedPersonalServer(dataDir)?.pid === pid)
    rmSync(join(dataDir, personalFile), { force: true })
}

/**
 * Adds variables of the user's settings file, one `NAME=value` on each line: the contact for the
 * SEC, and keys. Variables of the environment take precedence.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the file cannot be read.
 */
export function withPersonalSettings(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...parseEnv(readIfThere(join(dataDir, settingsFile)) ?? ''), ...environment }
}

function writePrivate(folder: string, name: string, text: string): void {
  try {
    makeFolder(folder, 0o700)
    const partial = join(folder, `${name}.${process.pid}.partial`)
    writeFileSync(partial, text, { mode: 0o600 })
    chmodSync(partial, 0o600)
    renameSync(partial, join(folder, name))
  } catch (cause) {
    throw unusable(join(folder, name), cause)
  }
}

function readIfThere(path: string): string | undefined {
  return readIfExists(
    () => readFileSync(path, 'utf8'),
    (cause) => unusable(path, cause),
  )
}

function unusable(path: string, cause: unknown): FiqError {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException
  return new FiqError('CONFIGURATION_INVALID', `The file ${path} cannot be used (${code}).`, {
    remedy: 'Correct its permissions, or choose another folder with --data-dir.',
    cause,
  })
}

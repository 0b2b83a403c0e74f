import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { updateFile } from '../config/update-file.ts'

/** Facts about an API key stored for a server. */
export type StoredKey = {
  /** Stored in the OS keychain, or in this file. */
  place: 'keychain' | 'file'
  /** Absent if it is in the keychain. */
  key?: string
  /** Its id at the server, if known, with which it can be revoked. */
  id?: string
  /** Origin of the key: `siwx`, `google` or `key`. */
  by: string
  /** ISO 8601. */
  since: string
  expiresAt?: string
}

/** File in the settings folder, mode 0600: keys by profile and origin. */
export const credentialsName = 'credentials.json'

type Credentials = Record<string, Record<string, StoredKey>>

/**
 * The stored key of a profile and an origin. Reads one file, because every query needs it.
 *
 * @throws FiqError `CONFIGURATION_INVALID` when the file exists but cannot be used.
 */
export function readStoredKey(
  configDir: string,
  profile: string,
  origin: string,
): StoredKey | undefined {
  return readAll(configDir)[profile]?.[origin]
}

/** Stores a key; `undefined` deletes it. */
export function writeStoredKey(
  configDir: string,
  { profile, origin }: { profile: string; origin: string },
  entry: StoredKey | undefined,
): void {
  const path = join(configDir, credentialsName)
  updateFile(path, (text) => {
    const all = parseAll(text, path)
    const { [origin]: _, ...others } = all[profile] ?? {}
    const changed = { ...all, [profile]: entry ? { ...others, [origin]: entry } : others }
    return `${JSON.stringify(changed, undefined, 2)}\n`
  })
}

function readAll(configDir: string): Credentials {
  const path = join(configDir, credentialsName)
  const text = readIfExists(
    () => readFileSync(path, 'utf8'),
    ({ message }) => unusable(path, message),
  )
  return parseAll(text, path)
}

function parseAll(text: string | undefined, path: string): Credentials {
  if (text === undefined) return {}
  try {
    const all: unknown = JSON.parse(text)
    if (isObject(all) && Object.values(all).every(isProfile)) return all as Credentials
  } catch {
    throw unusable(path, 'it is not JSON')
  }
  throw unusable(path, 'its JSON does not have the expected fields')
}

function isProfile(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isStoredKey)
}

function isStoredKey(value: unknown): boolean {
  if (!isObject(value)) return false
  const { place, key, by, since } = value
  return (
    (place === 'file' ? typeof key === 'string' : place === 'keychain') &&
    typeof by === 'string' &&
    typeof since === 'string'
  )
}

/** The error never contains the text of the file, which contains keys. */
function unusable(path: string, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'The file of API keys cannot be used.', {
    facts: [`File: ${path}`, `Reason: ${reason}`],
    remedy: 'Correct the file, or remove it and sign in again: fiq login.',
  })
}

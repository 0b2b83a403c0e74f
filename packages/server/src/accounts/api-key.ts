import { createHash, timingSafeEqual } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'

/** A new key. It is shown once; only its prefix and hash are stored. */
export type FreshKey = { key: string; prefix: string; hash: string }

const keyPattern = /^fiq_[A-Za-z0-9_-]{43}$/
/** `fiq_` and eight characters, which distinguish keys. The other 208 bits stay secret. */
const prefixCharacters = 12

/**
 * Creates a key of 256 random bits, `fiq_<base64url>`.
 *
 * @param random - Source of random bytes, `crypto.randomBytes`.
 */
export function freshKey(random: (bytes: number) => Uint8Array): FreshKey {
  const key = `fiq_${Buffer.from(random(32)).toString('base64url')}`
  return { key, prefix: prefixOf(key), hash: hashOf(key) }
}

/** The public prefix by which keys are listed and looked up. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixCharacters)
}

/** SHA-256 in hex. The key has 256 random bits, so a slow hash would add nothing. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Parses an `Authorization` header.
 *
 * @throws FiqError `INVALID_KEY` when it is not `Bearer fiq_…`. The error never contains the key.
 */
export function readBearer(header: string): string {
  const key = bearerIn(header)
  if (key === undefined)
    throw invalidKey('The Authorization header is not of the form "Bearer <API key>".')
  if (!isKey(key)) throw invalidKey('The API key is malformed: keys are "fiq_" and 43 characters.')
  return key
}

/**
 * Whether an `Authorization` header has the form of a key of this server. It may still be unknown.
 */
export function isBearer(header: string | undefined): boolean {
  return header !== undefined && isKey(bearerIn(header) ?? '')
}

/** Whether a text has the form of a key. */
export function isKey(text: string): boolean {
  return keyPattern.test(text)
}

function bearerIn(header: string): string | undefined {
  return /^bearer +([^\s]+)$/i.exec(header)?.[1]
}

/** The error for an API key that is missing, malformed, unknown, revoked or expired. */
export function invalidKey(message: string): FiqError {
  return new FiqError('INVALID_KEY', message)
}

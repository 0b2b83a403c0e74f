import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** `hash` of `node:crypto`, for the browser: SHA-256 of a text, in hex. */
export function hash(_algorithm: 'sha256', text: string, _form: 'hex'): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'

/** What the shared package needs of `node:crypto`, for the browser: SHA-256 of a text, in hex. */
export function createHash(_algorithm: 'sha256') {
  return {
    update: (text: string) => ({ digest: (_form: 'hex') => bytesToHex(sha256(utf8ToBytes(text))) }),
  }
}

import { bounds } from './bounds.ts'
import { FiqError } from './errors.ts'

/** Longest idempotency key. */
export const idempotencyKeyCharactersMax = bounds.idempotencyKeyCharactersMax
/** An answer is retained this long for retries under its idempotency key. */
export const idempotencyKeptMs = 24 * 60 * 60_000
/**
 * Member of `_meta` in which MCP carries the key. The JSON-RPC id cannot serve: clients restart it
 * at 1.
 */
export const idempotencyMetaKey = 'fiq/idempotency-key'

const printable = /^[\x21-\x7e]+$/

/**
 * Reads an idempotency key: 1 to 255 printable ASCII characters without spaces.
 *
 * @throws FiqError `BAD_REQUEST`
 */
export function readIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && header.length <= idempotencyKeyCharactersMax)
    if (printable.test(header)) return header
  throw new FiqError(
    'BAD_REQUEST',
    `The idempotency key is not 1 to ${idempotencyKeyCharactersMax} printable ASCII characters without spaces.`,
    { remedy: 'Send one Idempotency-Key header, with a UUID for each purchase.' },
  )
}

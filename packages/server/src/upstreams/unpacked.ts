import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { refuse } from './checked-answer.ts'

/** Decompresses gzip. Rejects damaged bytes, and more bytes than `maxOutputLength`. */
export const unpack = promisify(gunzip) as (
  body: Uint8Array,
  options?: { maxOutputLength: number },
) => Promise<Uint8Array>

/**
 * The body of a response without its content encoding.
 *
 * @param encoding `Content-Encoding`; `identity` if absent
 * @throws FiqError `UPSTREAM_CHANGED` for another encoding than gzip, or a damaged or larger body
 */
export async function unpacked(
  body: Uint8Array,
  encoding = 'identity',
  bytesMax: number,
  url: URL,
): Promise<Uint8Array> {
  if (encoding === 'identity') return body
  if (encoding !== 'gzip') refuse(url, `an unrequested content encoding: ${encoding.slice(0, 20)}`)
  return unpack(body, { maxOutputLength: bytesMax }).catch((cause: unknown) =>
    refuse(url, 'a packed body that is damaged or too large', { cause }),
  )
}

import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'

/** Shorter texts do not get smaller. */
const compressedFromBytes = 1_024
/** Longer texts are compressed in another thread; for shorter ones the transfer costs more. */
const syncBytesMax = 16_384
/** Halves the size in a third of the time of the default level. */
const level = 1

const gzipElsewhere = promisify(gzip)
const gunzipElsewhere = promisify(gunzip)

/** The stored form of an answer's body: UTF-8, compressed if that saves space. */
export async function answerBytes(body: string): Promise<Uint8Array> {
  const bytes = Buffer.from(body)
  if (bytes.length < compressedFromBytes) return bytes
  return bytes.length <= syncBytesMax ? gzipSync(bytes, { level }) : gzipElsewhere(bytes, { level })
}

/**
 * Restores the body. A text never begins with gzip's two magic bytes: the second one is invalid
 * there in UTF-8.
 */
export async function answerBody(bytes: Uint8Array): Promise<string> {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return Buffer.from(bytes).toString()
  const body = bytes.length <= syncBytesMax ? gunzipSync(bytes) : await gunzipElsewhere(bytes)
  return body.toString()
}

import { promisify } from 'node:util'
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'

/** Shorter ones would not get smaller. */
const compressedFromBytes = 1_024
/** Longer ones are compressed off the event loop; for shorter ones the way there costs more. */
const syncBytesMax = 16_384
/** Half the size for a third of the time of the default level. */
const level = 1

const gzipElsewhere = promisify(gzip)
const gunzipElsewhere = promisify(gunzip)

/** The body of an answer as it is stored: its UTF-8, compressed where that helps. */
export async function answerBytes(body: string): Promise<Uint8Array> {
  const bytes = Buffer.from(body)
  if (bytes.length < compressedFromBytes) return bytes
  return bytes.length <= syncBytesMax ? gzipSync(bytes, { level }) : gzipElsewhere(bytes, { level })
}

/** The body again. No text begins with the mark of gzip, whose second byte continues a character. */
export async function answerBody(bytes: Uint8Array): Promise<string> {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return Buffer.from(bytes).toString()
  const body = bytes.length <= syncBytesMax ? gunzipSync(bytes) : await gunzipElsewhere(bytes)
  return body.toString()
}

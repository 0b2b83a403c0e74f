import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod'
import type { CachedAnswer } from './caching.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Maximum decoded size: the bound of any source. */
const bodyBytesMax = 256 * 2 ** 20

/** Serialises a response: one line with its metadata, then the compressed body. */
export async function packAnswer({ answer, until }: CachedAnswer, key: string): Promise<Buffer> {
  const { body, ...rest } = answer
  const line = `${JSON.stringify({ key, until, length: body.length, ...rest })}\n`
  return Buffer.concat([Buffer.from(line), await compress(body)])
}

/**
 * Restores the response; `undefined` if the bytes belong to another key, or are damaged or
 * truncated.
 */
export async function unpackAnswer(bytes: Buffer, key: string): Promise<CachedAnswer | undefined> {
  try {
    const end = bytes.indexOf(0x0a)
    const head = headSchema.parse(JSON.parse(bytes.subarray(0, end).toString()))
    if (head.key !== key) return undefined
    const body = await decompress(bytes.subarray(end + 1), { maxOutputLength: bodyBytesMax })
    if (body.length !== head.length) return undefined
    const { mode, asOf, retrievedAt, until } = head
    return { answer: { body, mode, asOf, retrievedAt }, until }
  } catch {
    return undefined
  }
}

const headSchema = z.object({
  key: z.string(),
  until: z.number(),
  length: z.number(),
  mode: z.enum(['live', 'mirror', 'sandbox', 'recorded', 'files']),
  asOf: z.string().nullable(),
  retrievedAt: z.string(),
})

import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { makeFolder } from '../../config/make-folder.ts'
import { refuse } from '../checked-answer.ts'
import type { Exchange } from '../live/exchange.ts'
import { unwritten } from './mirror-index.ts'

/** The received part of a file after an interrupted transfer. */
type Partial = z.output<typeof partialHead> & { bytes: number }

const partialHead = z.object({
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** `gzip`, or `identity`. A range continues the bytes as they were sent. */
  encoding: z.string(),
})

/**
 * A file in transfer: `FILE.part`, with the facts for continuing it in `FILE.part.json`. Even after
 * a crash, the file itself is completely old or completely new.
 */
export type PartialFile = {
  /** Path of the received bytes, compressed as sent, until `finish`. */
  path: string
  /** Headers that request the rest if the file is unchanged; none without a partial file. */
  rangeHeaders(): Promise<Record<string, string>>
  /**
   * Writes a body: a complete file, or the rest of the partial file. `false` if it does not
   * continue that file.
   */
  receive(
    response: Omit<Exchange, 'body'>,
    body: AsyncIterable<Uint8Array>,
    limits: { bytesMax: number; onBytes(piece: Received): void },
  ): Promise<boolean>
  /**
   * Moves the complete file to its path, with `.gz` if it was sent compressed. The SHA-256 was
   * computed during the transfer.
   */
  finish(): Promise<{ bytes: number; sha256: string }>
  /** The received bytes, compressed as sent. */
  read(): Promise<{ body: Uint8Array; encoding: string }>
  discard(): Promise<void>
}

/** A received piece: its bytes, all bytes so far, and the total if known. */
export type Received = { count: number; received: number; total: number | null }

/** @param file target path, without `.gz` */
export function partialFile(file: string): PartialFile {
  const part = `${file}.part`
  let hash = createHash('sha256')
  const readState = () => readPart(part)
  const discard = async () => {
    await rm(part, { force: true })
    await rm(`${part}.json`, { force: true })
  }
  return {
    path: part,
    discard,
    async rangeHeaders() {
      const known = await readState()
      // A weak ETag does not guarantee equal bytes, so it cannot guard a range.
      const strong = known?.etag?.startsWith('"') ? known.etag : null
      const guard = strong ?? known?.lastModified
      if (!known || known.bytes === 0 || guard == null) return {}
      return { range: `bytes=${known.bytes}-`, 'if-range': guard }
    },
    async receive({ status, headers, url }, body, { bytesMax, onBytes }) {
      const known = await readState()
      const encoding = headers['content-encoding'] ?? 'identity'
      if (status === 206 && !continues(known, encoding, headers['content-range'])) return false
      const failed = (cause: unknown) => unwritten(part, cause)
      hash = createHash('sha256')
      if (status === 206) await sum(part, hash)
      else await startAnew(part, headers, encoding).catch(failed)
      const total = totalOf(status, headers)
      const target = await open(part, 'a').catch(failed)
      let bytes = status === 206 ? (known?.bytes ?? 0) : 0
      try {
        for await (const chunk of body) {
          bytes += chunk.length
          if (bytes > bytesMax) refuse(url, `more than ${bytesMax} bytes`)
          await target.write(chunk).catch(failed)
          hash.update(chunk)
          onBytes({ count: chunk.length, received: bytes, total })
        }
        await target.sync().catch(failed)
      } finally {
        await target.close()
      }
      return status === 200 || total === null || total === bytes
    },
    async read() {
      return { body: await readFile(part), encoding: (await readState())?.encoding ?? 'identity' }
    },
    async finish() {
      const packed = (await readState())?.encoding === 'gzip'
      const { size: bytes } = await stat(part)
      const sha256 = hash.digest('hex')
      await rename(part, packed ? `${file}.gz` : file)
      // Remove a file of the same name in the other encoding, which would be read instead.
      await rm(packed ? file : `${file}.gz`, { force: true })
      await discard()
      return { bytes, sha256 }
    },
  }
}

/** SHA-256 of a file, hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await sum(file, hash)
  return hash.digest('hex')
}

async function sum(file: string, hash: Hash): Promise<void> {
  await pipeline(createReadStream(file), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) hash.update(piece)
  })
}

async function readPart(part: string): Promise<Partial | undefined> {
  try {
    const [{ size }, head] = await Promise.all([stat(part), readFile(`${part}.json`, 'utf8')])
    return { bytes: size, ...partialHead.parse(JSON.parse(head)) }
  } catch {
    return undefined
  }
}

async function startAnew(part: string, headers: Exchange['headers'], encoding: string) {
  const { etag = null, 'last-modified': lastModified = null } = headers
  makeFolder(dirname(part))
  await rm(part, { force: true })
  await writeFile(`${part}.json`, JSON.stringify({ etag, lastModified, encoding }))
}

/**
 * Whether a range such as `bytes 100-199/200` starts at the end of the partial file, in the same
 * encoding.
 */
function continues(known: Partial | undefined, encoding: string, range: string | undefined) {
  const start = /^bytes (\d+)-\d+\//.exec(range ?? '')?.[1]
  return known !== undefined && encoding === known.encoding && start === String(known.bytes)
}

/** Size of the whole file as sent, if the upstream states it. */
function totalOf(status: number, headers: Exchange['headers']): number | null {
  const range = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]
  const total = status === 206 ? range : headers['content-length']
  return total === undefined ? null : Number(total)
}

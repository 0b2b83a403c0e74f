import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Exchange } from '../live/exchange.ts'

/** What was received of a file before the transfer broke off. */
type Partial = z.output<typeof partialHead> & { bytes: number }

const partialHead = z.object({
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** `gzip`, or `identity`: a range continues the bytes as they were sent. */
  encoding: z.string(),
})

/**
 * A file on its way: `FILE.part`, with what it takes to go on in `FILE.part.json`. Whatever ends the
 * process, the file itself is the old one or the new one, whole.
 */
export type PartialFile = {
  /** Headers that ask for the rest, if the file is still the same; none where there is nothing. */
  rangeHeaders(): Promise<Record<string, string>>
  /** Takes a body, whole or the rest of what is held. False when it does not continue that. */
  receive(
    came: Pick<Exchange, 'status' | 'headers'>,
    body: AsyncIterable<Uint8Array>,
    limits: { bytesMax: number; onBytes(count: number): void },
  ): Promise<boolean>
  /** Puts the complete file in its place, `.gz` when it came packed. */
  finish(): Promise<{ bytes: number; sha256: string }>
  /** The bytes received, packed as they came. */
  read(): Promise<{ body: Uint8Array; encoding: string }>
  discard(): Promise<void>
}

/** @param file where it goes, without `.gz` */
export function partialFile(file: string): PartialFile {
  const part = `${file}.part`
  const held = () => readHeld(part)
  const discard = async () => {
    await rm(part, { force: true })
    await rm(`${part}.json`, { force: true })
  }
  return {
    discard,
    async rangeHeaders() {
      const known = await held()
      // A weak tag does not promise equal bytes, so it cannot guard a range.
      const strong = known?.etag?.startsWith('"') ? known.etag : null
      const guard = strong ?? known?.lastModified
      if (!known || known.bytes === 0 || guard == null) return {}
      return { range: `bytes=${known.bytes}-`, 'if-range': guard }
    },
    async receive({ status, headers }, body, { bytesMax, onBytes }) {
      const known = await held()
      const encoding = headers['content-encoding'] ?? 'identity'
      if (status === 206 && !continues(known, encoding, headers['content-range'])) return false
      await mkdir(dirname(part), { recursive: true })
      if (status === 200) {
        const { etag = null, 'last-modified': lastModified = null } = headers
        await rm(part, { force: true })
        await writeFile(`${part}.json`, JSON.stringify({ etag, lastModified, encoding }))
      }
      const before = status === 206 ? (known?.bytes ?? 0) : 0
      const bytes = before + (await append(part, body, bytesMax - before, onBytes))
      const total = totalOf(headers['content-range'])
      return status === 200 || total === undefined || total === bytes
    },
    async read() {
      return { body: await readFile(part), encoding: (await held())?.encoding ?? 'identity' }
    },
    async finish() {
      const packed = (await held())?.encoding === 'gzip'
      const { size: bytes } = await stat(part)
      const sha256 = await digestOf(part)
      await rename(part, packed ? `${file}.gz` : file)
      // What came in another packing would be read in its place.
      await rm(packed ? file : `${file}.gz`, { force: true })
      await discard()
      return { bytes, sha256 }
    },
  }
}

/** SHA-256 of a file, hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function readHeld(part: string): Promise<Partial | undefined> {
  try {
    const [{ size }, head] = await Promise.all([stat(part), readFile(`${part}.json`, 'utf8')])
    return { bytes: size, ...partialHead.parse(JSON.parse(head)) }
  } catch {
    return undefined
  }
}

async function append(
  part: string,
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onBytes: (count: number) => void,
): Promise<number> {
  const target = await open(part, 'a')
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new Error('more bytes than allowed')
      await target.write(chunk)
      onBytes(chunk.length)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return bytes
}

/** `bytes 100-199/200`: does it start where we stopped, and in the same packing? */
function continues(known: Partial | undefined, encoding: string, range: string | undefined) {
  const start = /^bytes (\d+)-\d+\//.exec(range ?? '')?.[1]
  return known !== undefined && encoding === known.encoding && start === String(known.bytes)
}

function totalOf(range: string | undefined): number | undefined {
  const total = /\/(\d+)$/.exec(range ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

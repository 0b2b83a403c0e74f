import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'

/** A file inside a zip archive. */
export type ZipEntry = {
  name: string
  /** Uncompressed size, as the archive states it. */
  size: number
  /** The uncompressed bytes. Throws a `RangeError` beyond `bytesMax`. */
  read(bytesMax: number): Uint8Array
  /** The uncompressed bytes as a stream, for tables of hundreds of megabytes. */
  stream(): Readable
}

/**
 * Lists the files of a zip archive by its central directory: stored or deflated, not encrypted,
 * below four gigabytes. All public data sets have this form.
 *
 * @returns `undefined` if the bytes are not such an archive
 */
export function zipEntries(body: Uint8Array): ZipEntry[] | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const end = bytes.lastIndexOf(endSignature)
  if (end < 0 || end + 22 > bytes.length) return undefined
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return undefined
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry = entryAt(bytes, at, nameLength)
    if (!entry) return undefined
    entries.push(entry)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

const endSignature = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const stored = 0
const deflated = 8

function entryAt(bytes: Buffer, at: number, nameLength: number): ZipEntry | undefined {
  const method = bytes.readUInt16LE(at + 10)
  const packedSize = bytes.readUInt32LE(at + 20)
  const size = bytes.readUInt32LE(at + 24)
  const local = bytes.readUInt32LE(at + 42)
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x04034b50) return undefined
  if (method !== stored && method !== deflated) return undefined
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  if (start + packedSize > bytes.length) return undefined
  const packed = bytes.subarray(start, start + packedSize)
  return {
    name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    size,
    read: (bytesMax) => {
      if (method === deflated) return inflateRawSync(packed, { maxOutputLength: bytesMax })
      if (packed.length > bytesMax) throw new RangeError(`More than ${bytesMax} bytes.`)
      return packed
    },
    stream: () => {
      const source = Readable.from([packed])
      return method === stored ? source : source.compose(createInflateRaw())
    },
  }
}

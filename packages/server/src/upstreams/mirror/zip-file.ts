import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'

/**
 * An archive of any size, read on disk: its directory is in memory, its files are read one at a
 * time.
 */
export type ZipFile = {
  /** Reads a file by its full name, uncompressed and checked against its checksum. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Its files by name, in the order of the directory. */
  names(): Iterable<string>
  /** Uncompresses every file in pieces, and reports each one that differs from the directory. */
  damages(): AsyncIterable<{ name: string; what: string }>
}

/**
 * The end of the directory with the longest comment, and the pointer to the ZIP64 directory before
 * it.
 */
const tailBytes = 22 + 65_535 + 20
const marks = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50, locator: 0x07064b50 }
/** Files up to this size are uncompressed in one piece. */
const pieceBytesMax = 2 ** 24
const inLargerForm = 0xffffffff

/**
 * Reads the directory of an archive: stored or deflated files, each below four gigabytes, any
 * number of files.
 *
 * @throws Error if the file is not such an archive, or is truncated
 */
export async function readZipFile(path: string): Promise<ZipFile> {
  const directory = await withFile(path, async (file) => {
    const { at, bytes } = await directoryPlace(file)
    return bytesAt(file, at, bytes)
  })
  let find: Find | undefined
  return {
    async read(name) {
      find ??= finderOf(directory)
      const entry = find(name)
      return entry && withFile(path, (file) => unpacked(file, entry))
    },
    *names() {
      for (const entry of entriesOf(directory)) yield nameOf(entry)
    },
    async *damages() {
      const file = await open(path)
      try {
        for (const entry of entriesOf(directory)) {
          const isLarge = entry.readUInt32LE(24) > pieceBytesMax
          const looking = isLarge ? checkLarge(path, file, entry) : unpacked(file, entry)
          const what = await looking.then(
            () => null,
            ({ message }: Error) => message,
          )
          if (what !== null) yield { name: nameOf(entry), what }
        }
      } finally {
        await file.close()
      }
    },
  }
}

async function directoryPlace(file: FileHandle): Promise<{ at: number; bytes: number }> {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - tailBytes), Math.min(size, tailBytes))
  const end = tail.lastIndexOf(markOf(marks.end))
  if (end < 0 || end + 22 > tail.length) throw new Error('no directory')
  const [bytes, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  const locator = end - 20
  const isLarge = locator >= 0 && tail.readUInt32LE(locator) === marks.locator
  if (!isLarge) return within({ at, bytes }, size)
  const larger = await bytesAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56)
  const [largeBytes, largeAt] = [larger.readBigUInt64LE(40), larger.readBigUInt64LE(48)]
  return within({ bytes: Number(largeBytes), at: Number(largeAt) }, size)
}

function within(place: { at: number; bytes: number }, size: number) {
  if (place.at + place.bytes > size) throw new Error('no directory')
  return place
}

/** Head and name of each file the directory lists. */
function* entriesOf(directory: Buffer): Iterable<Buffer> {
  for (let at = 0; at < directory.length; ) {
    const isEntry = at + 46 <= directory.length && directory.readUInt32LE(at) === marks.entry
    if (!isEntry) throw new Error('a directory that is damaged')
    const end = at + 46 + directory.readUInt16LE(at + 28)
    yield directory.subarray(at, end)
    at = end + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
}

const nameOf = (entry: Buffer) => entry.toString('utf8', 46)

/** Finds the entry of a name in a directory. */
type Find = (name: string) => Buffer | undefined

/**
 * Finds entries by the checksums of their names, in one flat hash table that is half empty. It
 * needs a few bytes for each of a million files. A linear search would read the whole directory
 * each time.
 */
function finderOf(directory: Buffer): Find {
  let count = 0
  for (const _ of entriesOf(directory)) count += 1
  const size = 2 ** Math.ceil(Math.log2(2 * count + 1))
  // Offset of an entry plus one; 0 is an empty slot.
  const slots = new Uint32Array(size)
  const slotOf = (name: Uint8Array) => crc32(name) & (size - 1)
  const next = (slot: number) => (slot + 1) & (size - 1)
  for (const entry of entriesOf(directory)) {
    let slot = slotOf(entry.subarray(46))
    while (slots[slot] !== 0) slot = next(slot)
    slots[slot] = entry.byteOffset - directory.byteOffset + 1
  }
  return (name) => {
    const nameBytes = Buffer.from(name)
    for (let slot = slotOf(nameBytes); slots[slot] !== 0; slot = next(slot)) {
      const start = slots[slot]! - 1
      const end = start + 46 + directory.readUInt16LE(start + 28)
      if (nameBytes.equals(directory.subarray(start + 46, end)))
        return directory.subarray(start, end)
    }
    return undefined
  }
}

/** The directory entry of a file, with the offset of its compressed bytes. */
async function placed(file: FileHandle, entry: Buffer) {
  const [method, sum] = [entry.readUInt16LE(10), entry.readUInt32LE(16)]
  const [packedBytes, bytes, at] = [20, 24, 42].map((place) => entry.readUInt32LE(place)) as [
    ...[number, number, number],
  ]
  if (at === inLargerForm || (method !== 0 && method !== 8)) throw new Error('an unknown form')
  const local = await bytesAt(file, at, 30)
  if (local.readUInt32LE(0) !== marks.local) throw new Error('no file where one is listed')
  const start = at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  return { isStored: method === 0, sum, start, packedBytes, bytes }
}

async function unpacked(file: FileHandle, entry: Buffer): Promise<Uint8Array> {
  const { isStored, sum, start, packedBytes, bytes } = await placed(file, entry)
  const packed = await bytesAt(file, start, packedBytes)
  const body = isStored ? packed : await inflate(packed, { maxOutputLength: bytes + 1 })
  if (body.length !== bytes || crc32(body) !== sum) throw new Error('another checksum')
  return body
}

/** Checks a file without storing its uncompressed bytes. */
async function checkLarge(path: string, file: FileHandle, entry: Buffer): Promise<void> {
  const { isStored, sum, start, packedBytes, bytes } = await placed(file, entry)
  const packed = createReadStream(path, { start, end: start + packedBytes - 1 })
  let [length, crc] = [0, 0]
  await pipeline(packed, isStored ? new PassThrough() : createInflateRaw(), async (pieces) => {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      length += piece.length
      crc = crc32(piece, crc)
    }
  })
  if (length !== bytes || crc !== sum) throw new Error('another checksum')
}

const inflate = promisify(inflateRaw) as (
  packed: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array>

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw new Error('cut short')
  return buffer
}

async function withFile<value>(path: string, use: (file: FileHandle) => Promise<value>) {
  const file = await open(path)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

function markOf(mark: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(mark)
  return bytes
}

import { crc32, deflateRawSync } from 'node:zlib'

/** 1980-01-01, the first day of the format. Constant, so that equal files give equal archives. */
const dosDate = 0x21
/** Deflate needs version 2.0 of the format. */
const versionNeeded = 20
const deflated = 8

/**
 * Creates a zip archive in memory, without encryption or ZIP64: at most 4 GB and 65,535 files.
 *
 * @param files - Text (UTF-8) or bytes of each file, by its path with slashes.
 */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const named = Object.entries(files)
  for (const [path, content] of named) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(versionNeeded, 0)
    shared.writeUInt16LE(0x800, 2)
    shared.writeUInt16LE(deflated, 4)
    shared.writeUInt16LE(dosDate, 8)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    entries.push(signature(0x04034b50), shared, name, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(signature(0x02014b50), word(versionNeeded), shared, place, name)
    offset += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(named.length, 4)
  end.writeUInt16LE(named.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...entries, listed, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

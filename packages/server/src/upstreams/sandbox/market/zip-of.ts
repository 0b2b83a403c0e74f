import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of texts by file name, like public data sets. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const packed = deflateRawSync(plain)
    const shared = fileHeader(name, plain, packed.length)
    const local = Buffer.concat([uint(0x04034b50, 4), shared, Buffer.from(name), packed])
    directory.push(
      Buffer.concat([
        ...[uint(0x02014b50, 4), uint(20, 2), shared, uint(0, 10)],
        ...[uint(at, 4), Buffer.from(name)],
      ]),
    )
    locals.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const count = uint(directory.length, 2)
  return Buffer.concat([
    ...[...locals, listed, uint(0x06054b50, 4), uint(0, 4), count, count],
    ...[uint(listed.length, 4), uint(at, 4), uint(0, 2)],
  ])
}

/** The common part of the local header and the directory entry: version to extra length. */
function fileHeader(name: string, plain: Buffer, packedSize: number): Buffer {
  return Buffer.concat([
    ...[uint(20, 2), uint(0, 2), uint(8, 2), uint(0, 2), uint(0x21, 2)],
    ...[uint(crc32(plain), 4), uint(packedSize, 4), uint(plain.length, 4)],
    ...[uint(Buffer.byteLength(name), 2), uint(0, 2)],
  ])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (value > 0) buffer.writeUIntLE(value, 0, Math.min(bytes, 6))
  return buffer
}

import { existsSync, readFileSync } from 'node:fs'

const sectorBytes = 512

/** A SQLite database file and its write-ahead log. */
export type Files = { main: Buffer; log: Buffer }

export function filesAt(path: string): Files {
  const log = `${path}-wal`
  return { main: readFileSync(path), log: existsSync(log) ? readFileSync(log) : Buffer.alloc(0) }
}

/**
 * The bytes after a power failure during a write. Each sector is of one of both; one that is new
 * may also hold garbage.
 */
export function tear(before: Buffer, after: Buffer, random: () => number): Buffer {
  const length = Math.max(before.length, after.length)
  const keptShare = random()
  const torn = Buffer.alloc(length)
  after.copy(torn)
  for (let at = 0; at < length; at += sectorBytes) {
    if (random() < keptShare) continue
    const end = Math.min(length, at + sectorBytes)
    if (at < before.length) before.copy(torn, at, at, end)
    else torn.fill(random() < 0.5 ? 0 : 0xa5, at, end)
  }
  return torn
}

import { randomFillSync } from 'node:crypto'

/** Number of texts drawn at once. A call of the random generator costs more than a text. */
const pooled = 256

/** Draws random texts. No bytes are used twice, and used ones are erased. */
export function createRandomTexts(
  bytes: number,
  encoding: 'base64url' | 'hex',
  fill: (pool: Buffer) => void = randomFillSync,
): () => string {
  const pool = Buffer.alloc(pooled * bytes)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      fill(pool)
      used = 0
    }
    const text = pool.toString(encoding, used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return text
  }
}

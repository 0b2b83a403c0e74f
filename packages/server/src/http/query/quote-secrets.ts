import { randomFillSync } from 'node:crypto'
import type { QuoteSecret } from '@fiq/shared/payment/quote-secret'

const secretBytes = 16
/**
 * Number of secrets drawn at once. One call of the random generator for each secret would cost more
 * than a quote.
 */
const pooled = 256

/** Draws the secrets of quotes, 128 random bits each. No bytes are used twice. */
export function createQuoteSecrets(
  fill: (bytes: Buffer) => void = randomFillSync,
): () => QuoteSecret {
  const pool = Buffer.alloc(pooled * secretBytes)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      fill(pool)
      used = 0
    }
    const secret = pool.toString('base64url', used, used + secretBytes)
    pool.fill(0, used, used + secretBytes)
    used += secretBytes
    return secret
  }
}

/** Number of slots. A slot remembers the last text that hashed to it. */
const places = 2 ** 16
/** Number of characters to hash, spread over the text. */
const lookedAt = 512

/**
 * Detects repeated texts, in 256 KB of memory. Two texts may have the same hash, so callers must
 * tolerate false positives.
 */
export function createSeenBefore(): (text: string) => boolean {
  const hashes = new Uint32Array(places)
  return (text) => {
    const hash = hashOf(text)
    const place = hash % places
    const isKnown = hashes[place] === hash
    hashes[place] = hash
    return isKnown
  }
}

/** FNV-1a over the length and the sampled characters. */
function hashOf(text: string): number {
  const { length } = text
  const step = Math.ceil(length / lookedAt)
  let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193)
  for (let at = 0; at < length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

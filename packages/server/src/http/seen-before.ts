/** Number of slots. Of texts that share a slot, the last is remembered. */
const places = 2 ** 16
/** Characters of a text that are looked at, spread over all of it. */
const lookedAt = 512

/**
 * Detects repeated texts, in a quarter of a megabyte. Two texts may be mistaken for one, so a
 * caller must tolerate false positives.
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

/** FNV-1a over the length and the characters looked at. */
function hashOf(text: string): number {
  const { length } = text
  const step = Math.ceil(length / lookedAt)
  let hash = Math.imul(0x811c9dc5 ^ length, 0x01000193)
  for (let at = 0; at < length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Selects the pairs of the tuned half. Pairs that share a name, directly or through other pairs,
 * are in the same half, so no parameter was fitted to a held-out name. A hash of the group's first
 * name selects the half. Rules and word tables were written with knowledge of all pairs.
 */
export function splitPairs(pairs: readonly { one: string; other: string }[]): boolean[] {
  const parent = new Map<string, string>()
  const rootOf = (name: string): string => {
    const above = parent.get(name) ?? name
    if (above === name) return name
    const root = rootOf(above)
    parent.set(name, root)
    return root
  }
  for (const { one, other } of pairs) {
    const [first, second] = [rootOf(one.toLowerCase()), rootOf(other.toLowerCase())]
    if (first !== second)
      parent.set(first < second ? second : first, first < second ? first : second)
  }
  return pairs.map(({ one }) => (fnv1a(rootOf(one.toLowerCase())) & 1) === 1)
}

/** The hash that selects the half of a pair: odd for the tuned half. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

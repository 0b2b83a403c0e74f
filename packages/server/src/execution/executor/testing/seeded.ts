/** Random numbers from a seed (mulberry32): the same seed draws the same numbers. */
export type Seeded = {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number
  /** True in one of `odds` draws on average. */
  oneIn(odds: number): boolean
  pick<value>(values: readonly value[]): value
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    oneIn: (odds) => below(odds) === 0,
    pick: (values) => values[below(values.length)]!,
  }
}

/** A seed derived from a text and another seed. */
export function hashOf(seed: number, text: string): number {
  let hash = Math.imul(0x811c9dc5 ^ seed, 0x01000193)
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 13)) >>> 0
}

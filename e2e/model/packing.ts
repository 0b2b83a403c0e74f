/** Number of values of each field. A field holds an integer from 0 to this number minus 1. */
export type Sizes<state> = { readonly [field in keyof state]: number }

/** A state as two unsigned 32-bit integers. */
export type Packing<state> = {
  low(state: state): number
  high(state: state): number
  unpack(low: number, high: number): state
}

/**
 * Packs states of small integers into 64 bits. The first field uses the lowest bits.
 *
 * @throws Error if the fields do not fit.
 */
export function createPacking<state extends Record<string, number>>(
  sizes: Sizes<state>,
): Packing<state> {
  const places: { field: string; word: 0 | 1; shift: number; mask: number }[] = []
  const used = [0, 0] as [number, number]
  for (const [field, size] of Object.entries(sizes) as [string, number][]) {
    const bits = Math.max(1, Math.ceil(Math.log2(size)))
    const word = used[0] + bits <= 32 ? 0 : 1
    if (used[word] + bits > 32) throw new Error(`The field ${field} is beyond 64 bits.`)
    places.push({ field, word, shift: used[word], mask: 2 ** bits - 1 })
    used[word] += bits
  }
  const wordOf = (state: state, wanted: 0 | 1) => {
    let bits = 0
    for (const { field, word, shift } of places) if (word === wanted) bits |= state[field]! << shift
    return bits >>> 0
  }
  return {
    low: (state) => wordOf(state, 0),
    high: (state) => wordOf(state, 1),
    unpack(low, high) {
      const state: Record<string, number> = {}
      for (const { field, word, shift, mask } of places)
        state[field] = ((word === 0 ? low : high) >>> shift) & mask
      return state as state
    },
  }
}

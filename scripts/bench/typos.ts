const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * A copy of a name with one typo: a letter dropped, changed, added or swapped with the next. The
 * same seed gives the same copy. Names without a letter are returned unchanged.
 */
export function typosOf(name: string, seed: number): string {
  const next = randomFrom(seed)
  const places = [...name.matchAll(/\p{L}/gu)].map(({ index }) => index)
  if (places.length === 0) return name
  const at = places[next(places.length)]!
  const letter = letters[next(letters.length)]!
  const after = name.slice(at + 1)
  const slips = [
    after,
    letter + after,
    letter + name.slice(at),
    (name[at + 1] ?? '') + name[at]! + name.slice(at + 2),
  ]
  return name.slice(0, at) + slips[next(slips.length)]!
}

/** A small linear congruential generator: reproducible, of low quality. */
export function randomFrom(seed: number) {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

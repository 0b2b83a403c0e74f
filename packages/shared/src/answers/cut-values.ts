import type { Json } from '../json.ts'

/** A value that is `null` in a page because it is too large. Its own pages have it. */
export type Cut = { path: string; bytes: number }

/** A row or an object with its values, their paths in the answer, and the values that were cut. */
type Cutting<values> = { values: values; cut: readonly Cut[] }

/**
 * Replaces the largest values by `null` until the others fit.
 *
 * @param bytesMax - Maximum bytes of the JSON of values and cuts together. More remain if there are
 * many small values.
 * @param pathOf - Path in the answer of the value at a place.
 */
export function cutValues(
  values: readonly unknown[],
  bytesMax: number,
  pathOf: (at: number) => string,
): Cutting<readonly unknown[]> {
  const sizes = values.map((value) => Buffer.byteLength(JSON.stringify(value) ?? 'null'))
  const largest = sizes.map((_, at) => at).sort((one, other) => sizes[other]! - sizes[one]!)
  const cuts = new Map<number, Cut>()
  let bytes = sizes.reduce((sum, size) => sum + size + 1, 0)
  for (const at of largest) {
    if (bytes <= bytesMax) break
    const size = sizes[at]!
    const cut = { path: pathOf(at), bytes: size }
    const saved = size - 'null'.length - Buffer.byteLength(JSON.stringify(cut)) - 1
    // All others are smaller still.
    if (saved <= 0) break
    cuts.set(at, cut)
    bytes -= saved
  }
  return {
    values: values.map((value, at) => (cuts.has(at) ? null : value)),
    cut: [...cuts.values()],
  }
}

/** The same for the members of an object. Their names stay. */
export function cutMembers(
  object: Json,
  bytesMax: number,
  pathOf: (name: string) => string,
): Cutting<Json> {
  const names = Object.keys(object)
  const forNames = names.reduce((sum, name) => sum + Buffer.byteLength(JSON.stringify(name)) + 1, 0)
  const cutting = cutValues(Object.values(object), bytesMax - forNames, (at) => pathOf(names[at]!))
  const values = Object.fromEntries(names.map((name, at) => [name, cutting.values[at]]))
  return { values, cut: cutting.cut }
}

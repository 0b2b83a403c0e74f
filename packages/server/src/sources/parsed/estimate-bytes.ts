/** Maximum measured items of a list, map or set. They represent the others. */
const measuredMax = 64
/** Bytes of an object, a list, a map or a string, without its content. */
const headBytes = 32
/** Bytes of a number, a reference or an empty value. */
const slotBytes = 8

/**
 * Estimates the memory of a value: strings, typed arrays, and everything that objects, lists, maps
 * and sets refer to. Counts shared parts once. Does not count values that only functions refer to.
 */
export function estimateBytes(value: unknown, seen = new Set<object>()): number {
  // Most texts of the sources are ASCII, which takes one byte for each character.
  if (typeof value === 'string') return headBytes + value.length
  if (typeof value !== 'object' || value === null || seen.has(value)) return slotBytes
  seen.add(value)
  if (ArrayBuffer.isView(value)) return headBytes + value.byteLength
  if (Array.isArray(value)) return headBytes + bytesOfAll(value, value.length, seen)
  if (value instanceof Map)
    return (
      headBytes +
      bytesOfAll(value.keys(), value.size, seen) +
      bytesOfAll(value.values(), value.size, seen)
    )
  if (value instanceof Set) return headBytes + bytesOfAll(value, value.size, seen)
  const members: unknown[] = Object.values(value)
  return headBytes + bytesOfAll(members, members.length, seen)
}

/** Measures items at equal distances. */
function bytesOfAll(items: Iterable<unknown>, count: number, seen: Set<object>): number {
  const distance = Math.ceil(count / measuredMax)
  let at = 0
  let measured = 0
  let bytes = 0
  for (const item of items) {
    if (at % distance === 0) {
      bytes += slotBytes + estimateBytes(item, seen)
      measured += 1
    }
    at += 1
  }
  return measured === 0 ? 0 : Math.ceil((bytes * count) / measured)
}

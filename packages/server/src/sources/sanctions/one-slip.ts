import type { Name } from '../../names/read-name.ts'

/** Shorter names than this, without spaces, have too many neighbours one letter away. */
const slipLengthMin = 6
const slipCost = 1.8

/**
 * Whether two names differ by one typing error: a letter changed, added, dropped or swapped with
 * the next. Ignores spaces. A different digit or initial is another name, not an error.
 *
 * @returns the score of the pair, lower for shorter names; `undefined` for other pairs
 */
export function oneSlipScore(left: Name, right: Name): number | undefined {
  const one = left.text.replaceAll(' ', '')
  const other = right.text.replaceAll(' ', '')
  if (Math.abs(one.length - other.length) > 1) return undefined
  const length = Math.min(one.length, other.length)
  if (length < slipLengthMin || !isOneEdit(one, other) || differsInLetterWord(left, right)) {
    return undefined
  }
  return 1 - slipCost / Math.max(one.length, other.length)
}

/** One substitution, insertion, deletion or swap of neighbours, no digit involved; or none. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const room = Math.min(one.length, other.length) - start
  while (end < room && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (/\d/.test(left + right)) return false
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && left[0] === right[1] && left[1] === right[0] && right.length === 2
}

function differsInLetterWord(left: Name, right: Name): boolean {
  const one = left.text.split(' ')
  const other = right.text.split(' ')
  return (
    one.length === other.length &&
    one.some((word, at) => word !== other[at] && word.length === 1 && other[at]!.length === 1)
  )
}

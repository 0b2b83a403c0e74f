import type { Name } from '../../names/read-name.ts'

/** Minimum length, without spaces. Shorter names have too many neighbours one letter away. */
const slipLengthMin = 6
const slipCost = 1.8
/** Minimum length for two errors, with which a shorter name may be another name. */
const twoSlipsLengthMin = 9
const twoSlipsCost = 2.5
/** In shorter words, two errors make another word: `LXC` and `LAU`. */
const shortWordMax = 5

/**
 * Whether two names differ by one or two typing errors: a letter changed, added, dropped or swapped
 * with the next. Ignores spaces. A name written `SURNAMES, Given names` is also compared in that
 * order, because an error may move its comma. A different digit or initial is another name, not an error.
 *
 * @returns the score of the pair, lower for shorter names; `undefined` for other pairs
 */
export function slipScore(left: Name, right: Name): number | undefined {
  const spoken = scoreTexts(left.text, right.text)
  if ((left.surnames ?? right.surnames) === undefined) return spoken
  const written = scoreTexts(asWritten(left), asWritten(right))
  return (written ?? 0) > (spoken ?? 0) ? written : spoken
}

/** The words as in the list or query: surnames first, if the name was written so. */
function asWritten({ text, surnames = 0 }: Name): string {
  if (surnames === 0) return text
  const words = text.split(' ')
  return [...words.slice(-surnames), ...words.slice(0, -surnames)].join(' ')
}

function scoreTexts(left: string, right: string): number | undefined {
  const one = left.replaceAll(' ', '')
  const other = right.replaceAll(' ', '')
  if (Math.abs(one.length - other.length) > 2) return undefined
  const length = Math.min(one.length, other.length)
  if (length < slipLengthMin || differsInLetterWord(left, right)) return undefined
  const longer = Math.max(one.length, other.length)
  if (isOneEdit(one, other)) return 1 - slipCost / longer
  if (length < twoSlipsLengthMin || differsInShortWord(left, right)) return undefined
  if (!areTwoEdits(one, other)) return undefined
  return 1 - twoSlipsCost / longer
}

/** Whether at most two edits, none of a digit, turn one text into the other. */
function areTwoEdits(one: string, other: string): boolean {
  if (one.replace(/\D/g, '') !== other.replace(/\D/g, '')) return false
  return isWithin(one, other, 2)
}

/** Tries each kind of edit at the first difference. */
function isWithin(one: string, other: string, edits: number): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [left, right] = [one.slice(at), other.slice(at)]
  if (left === right) return true
  if (edits === 0 || Math.abs(left.length - right.length) > edits) return false
  return (
    isWithin(left.slice(1), right.slice(1), edits - 1) ||
    isWithin(left.slice(1), right, edits - 1) ||
    isWithin(left, right.slice(1), edits - 1) ||
    (left[0] === right[1] &&
      left[1] === right[0] &&
      isWithin(left.slice(2), right.slice(2), edits - 1))
  )
}

/**
 * Whether the texts differ by at most one substitution, insertion, deletion or swap of neighbours,
 * none of a digit.
 */
function isOneEdit(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const charactersLeft = Math.min(one.length, other.length) - start
  while (end < charactersLeft && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (/\d/.test(left + right)) return false
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && left[0] === right[1] && left[1] === right[0] && right.length === 2
}

function differsInLetterWord(left: string, right: string): boolean {
  const one = left.split(' ')
  const other = right.split(' ')
  return (
    one.length === other.length &&
    one.some((word, at) => word !== other[at] && word.length === 1 && other[at]!.length === 1)
  )
}

/** Whether the only difference is one word, short in both names. */
function differsInShortWord(left: string, right: string): boolean {
  const one = left.split(' ')
  const other = right.split(' ')
  const lengths = one.flatMap((word, at) =>
    word === other[at] ? [] : [Math.max(word.length, other[at]?.length ?? 0)],
  )
  return one.length === other.length && lengths.length === 1 && lengths[0]! <= shortWordMax
}

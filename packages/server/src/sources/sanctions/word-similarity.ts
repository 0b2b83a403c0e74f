import { arabicSimilarity } from '../../names/arabic-spellings.ts'
import { latinOfArabic, unifiedArabic } from '../../names/arabic-words.ts'
import { editCost } from '../../names/edit-cost.ts'
import { isSameGivenName } from '../../names/nicknames.ts'
import type { FormFamily } from '../../names/organisation-forms.ts'
import type { NameKind, Word } from '../../names/read-name.ts'

/** Constants fitted on one half of the labelled pairs; see `scripts/bench/sanctions.ts`. */
const tuning = {
  /** Weight of an edit relative to the length of the longer word. */
  strictness: 1.06,
  /**
   * Below `different`, two words are not the same; from `same` on, their similarity counts fully.
   */
  different: 0.54,
  differentShort: 0.6,
  same: 0.87,
  firstLetter: 0.03,
  soundAlike: 0.82,
  sameGivenName: 0.92,
  initial: 0.8,
  bareFirstLetter: 0.12,
  /** Minimum similarity of a Latin word that spells an Arabic one. */
  arabicMin: 0.84,
}

/**
 * Similarity of legal forms from two families. Families that are not listed contradict each other.
 */
const familyAgreement: Readonly<Record<string, number>> = {
  'limited stock': 0.7,
  'limited plain': 0.8,
  'plain stock': 0.8,
  'partnership plain': 0.7,
  'limited partnership': 0.7,
  'state stock': 0.5,
}

/**
 * Similarity of two words: 1 for the same word, 0 for different ones, in between for spellings,
 * nicknames and initials.
 */
export function wordSimilarity(left: Word, right: Word, kind: NameKind): number {
  if (left.role === 'form' && right.role === 'form') return formSimilarity(left, right)
  const written = writtenSimilarity(left, right)
  if (written !== undefined) return written
  if (left.text === right.text) return 1
  if (left.number !== undefined || right.number !== undefined) {
    return left.number === right.number ? 1 : 0
  }
  const arabic = arabicWordSimilarity(left, right)
  if (arabic !== undefined) return arabic
  if (left.role === 'initial' || right.role === 'initial') return initialSimilarity(left, right)
  if (left.script !== 'letters' || right.script !== 'letters') return bareSimilarity(left, right)
  if (kind === 'person' && isSameGivenName(left.text, right.text)) return tuning.sameGivenName
  if (isFarApart(left, right)) return 0
  return textSimilarity(left.text, right.text, left.sound, right.sound)
}

/**
 * Similarity of two words in Arabic letters, by these: the skeletons of their transliterations are
 * equal for many different words. `undefined` for other words, and for those whose Latin spelling
 * is fixed.
 */
function writtenSimilarity(left: Word, right: Word): number | undefined {
  if (left.arabic === undefined || right.arabic === undefined) return undefined
  if (latinOfArabic(left.arabic) !== undefined || latinOfArabic(right.arabic) !== undefined)
    return undefined
  const [one, other] = [unifiedArabic(left.arabic), unifiedArabic(right.arabic)]
  return one === other ? 1 : textSimilarity(one, other, one, other)
}

/** Similarity of an Arabic and a Latin word; `undefined` for other words. */
function arabicWordSimilarity(left: Word, right: Word): number | undefined {
  if ((left.arabic === undefined) === (right.arabic === undefined)) return undefined
  const [arabic, latin] = left.arabic === undefined ? [right, left] : [left, right]
  if (latin.script !== 'letters') return undefined
  return spelledSimilarity(arabic.arabic!, latin.text)
}

/** {@link arabicSimilarity}, or 0 if it is too low. */
export function spelledSimilarity(
  arabic: string,
  latin: string,
  least: number = tuning.arabicMin,
): number {
  return arabicSimilarity(arabic, latin, least)
}

/**
 * Whether two words certainly differ, without an alignment. Each letter that only one of them has
 * costs at least `editMin`.
 */
function isFarApart(left: Word, right: Word): boolean {
  const alone = Math.max(
    countBits(left.letters & ~right.letters),
    countBits(right.letters & ~left.letters),
  )
  const length = Math.max(left.text.length, right.text.length)
  return editMin * alone * tuning.strictness > (1 - tuning.different) * length
}

const editMin = 0.55

function countBits(bits: number): number {
  let rest = bits
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Similarity of two spellings, by weighted edits and by sound; 0 for different words. */
export function textSimilarity(
  left: string,
  right: string,
  leftSound: string,
  rightSound: string,
): number {
  const length = Math.max(left.length, right.length)
  const gap = Math.abs(left.length - right.length)
  const sameSound = leftSound === rightSound
  if (length < 3) return length > 1 && sameSound && gap <= 1 ? 0.5 : 0
  if (gap > 0.6 * length) return 0
  const lead = left[0] === right[0] || leftSound[0] === rightSound[0] ? 0 : tuning.firstLetter
  const zero = length <= 4 ? tuning.differentShort : tuning.different
  const costMax = ((1 - zero) * length) / tuning.strictness
  const cost = editCost(left, right, costMax)
  if (cost > costMax) return 0
  const spelled = 1 - (tuning.strictness * cost) / length - lead
  const alike = sameSound && leftSound.length >= 3 && spelled > 0.6
  return credit(alike ? Math.max(spelled, tuning.soundAlike) : spelled, zero)
}

/** Reduces a doubtful similarity, at most to zero. */
function credit(similarity: number, zero: number): number {
  if (similarity >= tuning.same) return similarity
  return Math.max(0, (tuning.same * (similarity - zero)) / (tuning.same - zero))
}

function formSimilarity(left: Word, right: Word): number {
  if (left.family === right.family) return 1
  const pair = [left.family as FormFamily, right.family as FormFamily].sort().join(' ')
  return familyAgreement[pair] ?? 0
}

function initialSimilarity(left: Word, right: Word): number {
  if (left.role === right.role) return 0
  return left.text[0] === right.text[0] ? tuning.initial : 0
}

/**
 * Similarity of skeletons, which is weak evidence: they must be equal or nearly so, and longer ones
 * count more.
 */
function bareSimilarity(left: Word, right: Word): number {
  const spelled = textSimilarity(left.text, right.text, left.sound, right.sound)
  return Math.max(spelled, heardSimilarity(left, right))
}

function heardSimilarity(left: Word, right: Word): number {
  const one = left.bareSound
  const other = right.bareSound
  const length = Math.max(one.length, other.length)
  const letters = Math.min(left.text.length, right.text.length)
  // Chinese has only a few hundred syllables, so two equal ones are no evidence.
  const isSyllables = left.script === 'syllables' || right.script === 'syllables'
  if (isSyllables ? letters < 5 : letters < 4 && length < 3) return 0
  const lead = isSameLead(left.text, right.text) ? 0 : tuning.bareFirstLetter
  if (one === other) return (bareByLength[length] ?? 0.9) - lead
  return length > 4 && editCost(one, other) <= 1 ? 0.74 : 0
}

const isSameLead = (one: string, other: string) =>
  one[0] === other[0] || (/^[aeiouwy']/.test(one) && /^[aeiouwy']/.test(other))

const bareByLength = [0, 0, 0.6, 0.82]

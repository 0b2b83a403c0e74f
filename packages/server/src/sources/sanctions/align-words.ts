import { areTooUnlike, beginsAlike } from '../../names/arabic-spellings.ts'
import { editCost } from '../../names/edit-cost.ts'
import type { Name, NameKind, Word } from '../../names/read-name.ts'
import { bareSoundKey } from '../../names/sound-key.ts'
import { spelledSimilarity, wordSimilarity } from './word-similarity.ts'

/** Words of one name that correspond to words of the other: `count` words from `start`. */
export type Link = {
  query: { start: number; count: number }
  candidate: { start: number; count: number }
  similarity: number
}

/** Minimum similarity of words that are joined in one name and separate in the other. */
const joinedMin = 0.86
/** Higher for Arabic, where joined words without vowels resemble many words. */
const joinedArabicMin = 0.94
const joinedMax = 4
const acronymSimilarity = 0.82
const acronymMax = 6

/**
 * Pairs the words of two names, each word at most once, best pairs first. A pair may be one word
 * and one word, one word and several (`SergeiLavrov`), or an acronym and its words (`PLA`). `weigh`
 * returns the weight of a word, which decides between competing pairs.
 */
export function alignWords(query: Name, candidate: Name, weigh: (word: Word) => number): Link[] {
  const links = [
    ...singleLinks(query, candidate),
    ...spanLinks(query, candidate),
    ...spanLinks(candidate, query).map(turn),
  ]
  const worth = (link: Link) =>
    link.similarity *
    (weightOf(query.words, link.query, weigh) + weightOf(candidate.words, link.candidate, weigh))
  const ranked = links
    .map((link) => ({ link, worth: worth(link), shift: shiftOf(link) }))
    .sort((one, other) => other.worth - one.worth || one.shift - other.shift)
  const queryUsed = new Set<number>()
  const candidateUsed = new Set<number>()
  const chosen: Link[] = []
  for (const { link } of ranked) {
    if (isTaken(link.query, queryUsed) || isTaken(link.candidate, candidateUsed)) continue
    take(link.query, queryUsed)
    take(link.candidate, candidateUsed)
    chosen.push(link)
  }
  return chosen
}

type Span = Link['query']

function singleLinks(query: Name, candidate: Name): Link[] {
  const links: Link[] = []
  for (let at = 0; at < query.words.length; at++) {
    for (let other = 0; other < candidate.words.length; other++) {
      const similarity = similarityOf(query.words[at]!, candidate.words[other]!, query.kind)
      if (similarity === 0) continue
      links.push({
        query: { start: at, count: 1 },
        candidate: { start: other, count: 1 },
        similarity,
      })
    }
  }
  return links
}

/**
 * Caches comparisons: many listed names share word objects, so each pair is compared once in a
 * query. Keyed by the query's word, so the cache ends with the query.
 */
const compared = new WeakMap<Word, Map<Word, number>>()

function similarityOf(word: Word, other: Word, kind: NameKind): number {
  let cached = compared.get(word)
  if (cached === undefined) {
    cached = new Map()
    compared.set(word, cached)
  }
  let similarity = cached.get(other)
  if (similarity === undefined) {
    similarity = wordSimilarity(word, other, kind)
    cached.set(other, similarity)
  }
  return similarity
}

/** Links between one word on the left and several consecutive words on the right. */
function spanLinks(left: Name, right: Name): Link[] {
  const links: Link[] = []
  const acronymMin = left.kind === 'organisation' ? 3 : left.words.length > 1 ? 2 : acronymMax + 1
  for (let at = 0; at < left.words.length; at++) {
    const word = left.words[at]!
    for (let start = 0; start < right.words.length; start++) {
      const joined = joinedLink(word, right.words, start)
      const found =
        joined ??
        (word.text.length < acronymMin
          ? undefined
          : acronymLink(word, right.words, start, left.kind === 'person'))
      if (found !== undefined) links.push({ query: { start: at, count: 1 }, ...found })
    }
  }
  return links
}

type Found = Pick<Link, 'candidate' | 'similarity'>

function joinedLink(word: Word, right: readonly Word[], start: number): Found | undefined {
  const arabic = joinedArabicLink(word, right, start)
  if (arabic !== undefined) return arabic
  if (word.role === 'number' || word.text.length < 4 || right[start]!.text === word.text) {
    return undefined
  }
  // If the joined words begin with another letter, more than that letter would have to be wrong.
  if (right[start]!.text[0] !== word.text[0] && right[start]!.text[1] !== word.text[1]) {
    return undefined
  }
  let text = right[start]!.text
  let best: Found | undefined
  for (let count = 2; count <= joinedMax && start + count <= right.length; count++) {
    if (right[start + count - 1]!.text === word.text) return undefined
    text += right[start + count - 1]!.text
    if (text.length > word.text.length + 2) break
    if (text.length < word.text.length - 2) continue
    const similarity = joinedSimilarity(word, text)
    if (similarity >= joinedMin && similarity > (best?.similarity ?? 0)) {
      best = { candidate: { start, count }, similarity }
    }
  }
  return best
}

/**
 * Links one word with several in Arabic letters: `سيف الدين` for `saifuddin`, and `عبدالله` for
 * `abd allah`.
 */
function joinedArabicLink(word: Word, right: readonly Word[], start: number): Found | undefined {
  const isArabic = right[start]!.arabic !== undefined
  if ((word.arabic !== undefined) === isArabic) return undefined
  const begins = isArabic
    ? beginsAlike(right[start]!.arabic!, word.text)
    : beginsAlike(word.arabic!, right[start]!.text)
  if (!begins) return undefined
  const written = ({ arabic, text }: Word) => (isArabic ? arabic! : text)
  let length = written(right[start]!).length
  let best: Found | undefined
  for (let count = 2; count <= joinedMax && start + count <= right.length; count++) {
    const next = right[start + count - 1]!
    if ((next.arabic !== undefined) !== isArabic) break
    length += written(next).length
    if (next.role === 'particle' && word.role !== 'particle') continue
    const [native, latin] = isArabic ? [length, word.text.length] : [word.arabic!.length, length]
    if (areTooUnlike(native, latin, joinedArabicMin)) continue
    const text = right
      .slice(start, start + count)
      .map(written)
      .join('')
    const similarity = joinedArabicSimilarity(word, text)
    if (similarity >= joinedArabicMin && similarity > (best?.similarity ?? 0)) {
      best = { candidate: { start, count }, similarity }
    }
  }
  return best
}

const joined = new WeakMap<Word, Map<string, number>>()

function joinedArabicSimilarity(word: Word, text: string): number {
  let cached = joined.get(word)
  if (cached === undefined) {
    cached = new Map()
    joined.set(word, cached)
  }
  let similarity = cached.get(text)
  if (similarity === undefined) {
    similarity =
      word.arabic === undefined
        ? spelledSimilarity(text, word.text, joinedArabicMin)
        : spelledSimilarity(word.arabic, text, joinedArabicMin)
    cached.set(text, similarity)
  }
  return similarity
}

function joinedSimilarity(word: Word, text: string): number {
  if (word.text === text) return 1
  if (word.script === 'consonants') {
    return word.bareSound.length > 2 && word.bareSound === bareSoundKey(text) ? 0.88 : 0
  }
  const length = Math.max(word.text.length, text.length)
  const costMax = (1 - joinedMin) * length
  const cost = editCost(word.text, text, costMax)
  return cost > costMax ? 0 : 1 - cost / length
}

/** Links an acronym with its words: `pla` for `people s liberation army`. Skips small words. */
function acronymLink(
  word: Word,
  right: readonly Word[],
  start: number,
  isPerson: boolean,
): Found | undefined {
  const { length } = word.text
  if (word.role !== 'word' || length > acronymMax) return undefined
  if (word.arabic !== undefined || right[start]!.arabic !== undefined) return undefined
  let letters = 0
  let at = start
  while (at < right.length && letters < length) {
    const next = right[at]!
    if (next.text[0] === word.text[letters] && next.role !== 'form') letters += 1
    else if (next.role !== 'particle' || letters === 0) return undefined
    at += 1
  }
  if (letters < length) return undefined
  // Three letters fit the initials of many people; a business word shows that it is an
  // organisation.
  const span = right.slice(start, at)
  if (!isPerson && !span.some(({ role }) => role === 'generic' || role === 'particle')) {
    return undefined
  }
  return { candidate: { start, count: at - start }, similarity: acronymSimilarity }
}

const turn = ({ query, candidate, similarity }: Link): Link => ({
  query: candidate,
  candidate: query,
  similarity,
})

const shiftOf = ({ query, candidate }: Link) => Math.abs(query.start - candidate.start)

function weightOf(words: readonly Word[], span: Span, weigh: (word: Word) => number): number {
  let sum = 0
  for (let at = span.start; at < span.start + span.count; at++) sum += weigh(words[at]!)
  return sum
}

function isTaken({ start, count }: Span, used: ReadonlySet<number>): boolean {
  for (let at = start; at < start + count; at++) if (used.has(at)) return true
  return false
}

function take({ start, count }: Span, used: Set<number>): void {
  for (let at = start; at < start + count; at++) used.add(at)
}

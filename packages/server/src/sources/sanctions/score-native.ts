import {
  hanReadings,
  hanRomanised,
  hanSpellings,
  surnameLengthOf,
} from '../../names/han-spellings.ts'
import { hangulSpellings, romanised } from '../../names/hangul-spellings.ts'
import { givenNameGroups } from '../../names/nicknames.ts'
import type { Name, Word } from '../../names/read-name.ts'
import type { Link } from './align-words.ts'

/** Score of an equal Latin spelling. Below 0.95, because many names share a spelling. */
const spelled = 0.9
/** Score of a name of two syllables, which many more people share. */
const spelledShort = 0.82
const otherCharacter = 0.95
const homophone = 0.4
/**
 * Maximum characters of a native name. Longer names in Han or Hangul spell foreign names, or are
 * those of organisations.
 */
const nativeMax = 4

const han = /^\p{Script=Han}+$/u
const hangul = /^\p{Script=Hangul}+$/u

/**
 * The score of two names if one or both are in Han or Hangul. `undefined` if the words must be
 * aligned instead, as for foreign names that Chinese or Korean spell by sound.
 */
export function nativeScore(query: Name, candidate: Name): number | undefined {
  const [one, other] = [query.native, candidate.native]
  if (one !== undefined && other !== undefined) {
    return isSyllables(one) && isSyllables(other) ? charactersScore(one, other) : undefined
  }
  const [native, latin] = one === undefined ? [candidate, query] : [query, candidate]
  const text = native.native
  const spellings = text === undefined ? undefined : spellingsOf(text)
  if (text === undefined || spellings === undefined) return undefined
  if (isSpelling(latin, spellings)) {
    return text.length > 2 && latin.kind === 'person' ? spelled : spelledShort
  }
  const isForeign =
    text.length > nativeMax || (text.length === nativeMax && native.words.length > 1)
  return isForeign ? undefined : 0
}

const isSyllables = (text: string): boolean => han.test(text) || hangul.test(text)

/** Compares characters position by position. Characters that sound alike count in part. */
function charactersScore(one: string, other: string): number {
  if (one === other) return 1
  const [left, right] = [[...one], [...other]]
  if (left.length !== right.length) return 0
  let same = 0
  left.forEach((character, at) => {
    if (character === right[at]) same += 1
    else if (soundsAlike(character, right[at]!)) same += homophone
  })
  return (otherCharacter * same) / left.length
}

function soundsAlike(one: string, other: string): boolean {
  if (!han.test(one) || !han.test(other)) return false
  const [left] = hanSpellings(one)
  return hanSpellings(other)[0]!.some((spelling) => left!.includes(spelling))
}

/** Some spellings of the name on Latin lists, to find candidates. */
export function romanisations({ native }: Name): string[] {
  if (native === undefined || native.length < 2 || native.length > nativeMax) return []
  if (hangul.test(native)) return [...romanised(native)]
  return han.test(native) ? hanRomanised(native) : []
}

/**
 * The name with the surname first, followed by `|`; in both orders if the list does not mark the
 * surname. With and without titles and forms, because some are also syllables: `Lee Sang-don`,
 * `Lee Myeong-se`. A Western given name is left out: `TANG, Ping-keung Chris`.
 */
function latinOrders(name: Name): string[] {
  const named = name.words.filter(({ role }) => role !== 'title' && role !== 'form')
  const own = named.filter(({ text }) => givenNameGroups(text).length === 0)
  const subsets = [name.words, named, ...(own.length > 2 ? [own] : [])]
  return subsets
    .filter((words, at) => at === 0 || words.length < subsets[at - 1]!.length)
    .flatMap((words) => ordersOf(words, name))
}

function ordersOf(words: Name['words'], { kind, surnames }: Name): string[] {
  const texts = words.map(({ text }) => text)
  if (kind !== 'person' || texts.length < 2) return [texts.join('')]
  const turn = (count: number) =>
    `${texts.slice(-count).join('')}|${texts.slice(0, -count).join('')}`
  if (surnames !== undefined) return [turn(surnames)]
  return [`${texts[0]}|${texts.slice(1).join('')}`, turn(1)]
}

/** Every usual Latin spelling of a name, surname first, and their first two letters. */
type Spellings = { pattern: RegExp; starts: ReadonlySet<number> }

/** Whether a Latin name is one of the spellings. Most names begin otherwise. */
function isSpelling(latin: Name, spellings: Spellings | null): boolean {
  if (spellings === null) return false
  const { pattern, starts } = spellings
  const begins = ({ text }: Name['words'][number]) =>
    starts.has(startOf(text)) || starts.has(text.charCodeAt(0))
  return latin.words.some(begins) && latinOrders(latin).some((order) => pattern.test(order))
}

/** The first two letters as one number, because texts take longer; of one letter, its code. */
function startOf(text: string): number {
  return text.length < 2 ? text.charCodeAt(0) : text.charCodeAt(0) * 128 + text.charCodeAt(1)
}

/** Spellings by the text of the name, which is compared with hundreds of listed names. */
const cache = new Map<string, Spellings | null | undefined>()
const cacheMax = 1_000

/** @returns `null` for a text that is no name; `undefined` for one with letters of another script */
function spellingsOf(native: string): Spellings | null | undefined {
  const found = cache.get(native)
  if (found !== undefined || cache.has(native)) return found
  if (cache.size === cacheMax) cache.clear()
  const read = isSyllables(native) ? readSpellings(native) : undefined
  cache.set(native, read)
  return read
}

function readSpellings(native: string): Spellings | null {
  const length = [...native].length
  if (length < 2 || length > nativeMax) return null
  const surname = surnameLengthOf(native)
  const whole = (syllables: readonly (readonly string[])[]) => {
    const parts = syllables.map((spellings) => `(?:${spellings.join('|')})`)
    return `${parts.slice(0, surname).join('')}\\|?${parts.slice(surname).join('')}`
  }
  const readings = (han.test(native) ? hanReadings(native) : [hangulSpellings(native)]).filter(
    (syllables) => syllables.every((spellings) => spellings.some((spelling) => spelling !== '')),
  )
  if (readings.length === 0) return null
  const pattern = new RegExp(`^(?:${readings.map(whole).join('|')})$`)
  const begins = readings.flatMap(([first = [], second = []]) =>
    // A name whose first syllable is left out begins with the second.
    first.includes('') ? [...first, ...second] : first,
  )
  return { pattern, starts: new Set(begins.map(startOf)) }
}

/** Endings of Russian patronymics, folded. */
export const patronymic = /..(?:[oei]v[iy]t?ch|[oei]vn?a)$/

/**
 * Whether a name is two words in Arabic or Cyrillic letters. Many people share each word, and
 * transliteration adds doubt, so only the same two words are a match.
 */
export function isSharedName({ native, words }: Name): boolean {
  if (native === undefined || !spelledOut.test(native)) return false
  return words.filter(({ role }) => role === 'word' || role === 'generic').length <= 2
}

const spelledOut = /[\p{Script=Arabic}\p{Script=Cyrillic}]/u

/**
 * Whether the listed name contains a patronymic. Russian speakers often omit it, so its absence
 * does not count against a match.
 */
export function hasPatronymic({ kind, words }: Name): boolean {
  return kind === 'person' && words.some(({ text }) => patronymic.test(text))
}

/**
 * Whether the query has the first and the last word of the listed person, and others between them:
 * people state the names of father and grandfather, and lists often leave them out.
 */
export function hasFathersNames({ kind, words }: Name, links: readonly Link[]): boolean {
  const telling = words.flatMap(({ role }, at) => (untelling.has(role) ? [] : [at]))
  const ends = [telling.at(0) ?? 0, telling.at(-1) ?? 0]
  const isLinked = (at: number) =>
    links.some(({ query: { start, count } }) => start <= at && at < start + count)
  return kind === 'person' && links.length > 1 && ends.every(isLinked)
}

/** Roles of words that many names have. */
const untelling: ReadonlySet<Word['role']> = new Set(['particle', 'title', 'form'])

/** Whether the query lacks the first name of the listed person. */
export function isFirstMissing({ words }: Name, links: readonly Link[]): boolean {
  const first = words.findIndex(({ role }) => role === 'word')
  return !links.some(({ candidate: { start, count } }) => start <= first && first < start + count)
}

import { alternativeNames, inEachScript } from '../../names/alternative-names.ts'
import { foldText } from '../../names/fold-text.ts'
import { identifierOf, identifiersIn } from '../../names/identifiers.ts'
import { givenNameGroups } from '../../names/nicknames.ts'
import { type Name, type NameKind, readName, type Word } from '../../names/read-name.ts'
import { bareSoundKey } from '../../names/sound-key.ts'
import { buildTrigramIndex, type TrigramIndex, trigramsOf } from '../../names/trigram-index.ts'
import { inTurns } from '../../scheduling/in-turns.ts'
import { calibratedScore, defaultMinScore } from './calibrated-score.ts'
import type { ListedEntry } from './listed-entry.ts'
import { scoreReadNames } from './score-names.ts'
import { romanisations } from './score-native.ts'

/** A listed name and its entry. */
type ListedName = { text: string; entry: ListedEntry; name: Name }

/** An index of listed names. It keeps no reference to the text of the files. */
export type ScreeningIndex = {
  readonly entries: number
  /** Names and aliases. */
  readonly names: readonly ListedName[]
  readonly trigrams: TrigramIndex
  /** Entries by IMO, tail or registration number. */
  readonly identifiers: ReadonlyMap<string, readonly ListedEntry[]>
}

export type ScreenOptions = {
  /** Weaker matches are omitted. Default {@link defaultMinScore}. */
  minScore?: number
  /** Maximum matches, one for each entry. Default {@link matchesMax}. */
  limit?: number
}

/** One entry of the list that may match. */
export type ScreenMatch = {
  entry: ListedEntry
  /** The best matching name or alias, as listed. */
  matchedName: string
  /**
   * 0 to 1: the share of pairs with this score that are the same party; exactly 1 for equal names.
   */
  score: number
  /** The matching number, if the query has one. */
  identifier?: string | undefined
}

/** Maximum matches of one query. */
export const matchesMax = 50
/** Listed names that are scored fully for one query: those that share most of its trigrams. */
const candidatesMax = 120
/** Like {@link candidatesMax}, for other scripts, whose spellings share fewer trigrams. */
const namesakesMax = 600
/** Lower for names in Arabic letters, which share no trigrams and take longest to score. */
const arabicMax = 400
const acronymLengthMax = 6
/** Score of an equal number. A number names one party, but it may be mistyped. */
const identifierScore = 0.99

/**
 * Parses every name and alias once, in turns of the event loop, and indexes its trigrams, sounds,
 * given names and initials.
 */
export async function buildScreeningIndex(
  entries: readonly ListedEntry[],
): Promise<ScreeningIndex> {
  const seen = new Map<string, Word>()
  const names: ListedName[] = []
  for await (const entry of inTurns(entries))
    for (const text of [entry.name, ...entry.aliases])
      for (const part of alternativeNames(text)) {
        const name = readName(part, kindOf(entry), seen)
        if (name.words.length > 0) names.push({ text, entry, name })
      }
  const trigrams = await buildTrigramIndex(eachFeatures(names))
  return { entries: entries.length, names, trigrams, identifiers: byIdentifier(entries) }
}

function byIdentifier(entries: readonly ListedEntry[]): Map<string, ListedEntry[]> {
  const found = new Map<string, ListedEntry[]>()
  for (const entry of entries) {
    if (entry.type === 'individual') continue
    for (const number of [...(entry.identifiers ?? []), ...identifiersIn(entry.remarks)]) {
      const same = found.get(number)
      if (same === undefined) found.set(number, [entry])
      else if (!same.includes(entry)) same.push(entry)
    }
  }
  return found
}

/**
 * Entries that may match a name, best first; empty if the name has no letter or digit. A pure
 * function: the same index, name and options give the same matches.
 */
export function screenName(
  index: ScreeningIndex,
  name: string,
  { minScore = defaultMinScore, limit = matchesMax }: ScreenOptions = {},
): ScreenMatch[] {
  const best = new Map<ListedEntry, ScreenMatch>()
  const identifier = identifierOf(name)
  for (const entry of (identifier && index.identifiers.get(identifier)) || []) {
    best.set(entry, { entry, matchedName: entry.name, score: identifierScore, identifier })
  }
  for (const reading of [name, ...inEachScript(name)]) {
    for (const [listed, raw] of candidatesOf(index, reading)) {
      const score = calibratedScore(raw)
      const { entry, text } = listed
      if (score < minScore || score <= (best.get(entry)?.score ?? 0)) continue
      best.set(entry, { entry, matchedName: text, score })
    }
  }
  return [...best.values()].sort((one, other) => other.score - one.score).slice(0, limit)
}

function* candidatesOf(index: ScreeningIndex, name: string): Generator<[ListedName, number]> {
  const readings: Readonly<Record<NameKind, Name>> = {
    person: readName(name, 'person'),
    organisation: readName(name, 'organisation'),
    vessel: readName(name, 'vessel'),
  }
  const [limit, share] = isArabic(readings.person)
    ? [arabicMax, 0.1]
    : [readings.person.native === undefined ? candidatesMax : namesakesMax, 0.3]
  for (const { id } of index.trigrams.nearest(queryFeatures(name, readings), limit, share)) {
    const listed = index.names[id]!
    yield [listed, scoreReadNames(readings[listed.name.kind], listed.name)]
  }
}

/** Yields the features of one name at a time, because all together take 100 MB. */
function* eachFeatures(names: readonly ListedName[]): Generator<string[]> {
  for (const { name } of names) {
    const short = name.words.filter(({ bareSound }) => bareSound.length === 1)
    yield [...featuresOf(name), acronym(name), ...short.map(({ bareSound }) => `-${bareSound}`)]
  }
}

function kindOf({ type }: ListedEntry): NameKind {
  if (type === 'individual') return 'person'
  return type === 'entity' ? 'organisation' : 'vessel'
}

function featuresOf(name: Name): string[] {
  const features = trigramsOf(name.text)
  for (const { text, sound, bareSound, role } of name.words) {
    if (role === 'form' || role === 'particle' || role === 'title') continue
    if (sound.length > 1) features.push(`#${sound}`)
    if (bareSound.length > 1) features.push(`~${bareSound}`)
    for (const group of givenNameGroups(text)) features.push(`@${group}`)
  }
  return features
}

/** First letters of the main words: `!pla` for People's Liberation Army. */
function acronym({ words }: Name): string {
  const letters = words
    .filter(({ role }) => role !== 'form' && role !== 'particle')
    .map(({ text }) => text[0])
  return `!${letters.join('')}`
}

function queryFeatures(name: string, readings: Readonly<Record<NameKind, Name>>): Set<string> {
  if (isArabic(readings.person)) return arabicFeatures(readings.person)
  const features = new Set([...featuresOf(readings.person), ...featuresOf(readings.organisation)])
  for (const word of foldText(name).split(' ')) {
    if (word.length > 1 && word.length <= acronymLengthMax) features.add(`!${word}`)
  }
  for (const spelling of romanisations(readings.person)) {
    for (const feature of trigramsOf(spelling)) features.add(feature)
  }
  return features
}

const isArabic = ({ words }: Name): boolean => words.some(({ arabic }) => arabic !== undefined)

/** Skeletons of the words, and of two consecutive words, because Latin may join them. */
function arabicFeatures({ words }: Name): Set<string> {
  const features = new Set<string>()
  const add = (text: string) => {
    const sound = bareSoundKey(text)
    if (sound !== '') features.add(`${sound.length > 1 ? '~' : '-'}${sound}`)
  }
  const telling = words.filter(({ role }) => role !== 'particle')
  telling.forEach(({ text, arabic = '' }, at) => {
    for (const spelling of [text, otherSounds(text, arabic), withConsonants(text)]) {
      add(spelling)
      add(`bd${spelling}`)
      const next = telling[at + 1]
      if (next) add(spelling + next.text)
    }
  })
  return features
}

/**
 * Variants of a sound: Persian, Turkish and French spellings have s for th, and z for letters that
 * are d in Arabic spellings.
 */
function otherSounds(text: string, arabic: string): string {
  return /[ثذضظ]/.test(arabic) ? text.replaceAll('th', 's').replace(/dh?/g, 'z') : text
}

/** A waw before a vowel is the consonant that Latin spells `v` or `w`: `mwswy` for Musavi. */
function withConsonants(text: string): string {
  return text.replace(/^w|w(?=[aiy])/g, 'v')
}

import { alternativeNames } from '../../names/alternative-names.ts'
import { isArticle } from '../../names/arabic-words.ts'
import { guessKind, type Name, type NameKind, readName, type Word } from '../../names/read-name.ts'
import { alignWords, type Link } from './align-words.ts'
import {
  hasFathersNames,
  hasPatronymic,
  isFirstMissing,
  isSharedName,
  nativeScore,
  patronymic,
} from './score-native.ts'
import { slipScore } from './slips.ts'

/**
 * Default threshold: a pair with at least this score is a match.
 *
 * The tuned half of the labelled pairs has a plateau from 0.70 to 0.73; this is its middle.
 * Measured by `scripts/bench/sanctions.ts`: on the half that no figure was fitted to, precision
 * 0.97, recall 0.81, F1 0.88 (logic-v2 of OpenSanctions on the same pairs: 0.89); every pair marked
 * STRONG is right; 0.4 % of synthetic people match an entry on the lists of OFAC and the UN; 97 %
 * of copies of listed names with one typo find their entry. The authors of the word tables and
 * rules had read all pairs, so F1 on unseen names may be lower.
 */
export const scoreThreshold = 0.72

/** Weight of a word by its role. */
const weights: Readonly<Record<NameKind, Readonly<Record<Word['role'], number>>>> = {
  person: {
    word: 1,
    initial: 0.5,
    number: 1,
    generic: 1,
    particle: 0.25,
    title: 0.2,
    form: 0.1,
  },
  organisation: {
    word: 1,
    initial: 1,
    number: 0.9,
    generic: 0.54,
    particle: 0.1,
    title: 1,
    form: 0.15,
  },
  vessel: { word: 1, initial: 1, number: 0.35, generic: 0.3, particle: 0.2, title: 1, form: 0.1 },
}

/** Penalty of an unmatched word by its role. */
const tellingWeights: Readonly<Record<Word['role'], number>> = {
  word: 1,
  initial: 1,
  number: 1,
  generic: 0.5,
  particle: 0,
  title: 0,
  form: 0,
}

/** Constants fitted on one half of the labelled pairs; see `scripts/bench/sanctions.ts`. */
const tuning = {
  /** Penalty of an unmatched word in the query and in the listed name. */
  queryLeftover: { person: 0.92, organisation: 0.85, vessel: 0.8 },
  candidateLeftover: { person: 0.53, organisation: 0.32, vessel: 0.5 },
  /** Penalty if each name has words that the other lacks. */
  contradiction: { person: 0.45, organisation: 0.27, vessel: 0.4 },
  reordered: 0.98,
  /**
   * Penalties for names in Arabic letters. There are few surnames and many namesakes, so the order
   * counts, and each word that is only in the query.
   */
  reorderedArabic: 0.78,
  missingArabic: 0.2,
  otherFirstArabic: 0.85,
  inexactMax: 0.99,
  /**
   * Minimum score of a name that many people share; weaker matches are lowered. Organisations
   * rarely share a name.
   */
  sharedNameMin: { person: 0.945, organisation: 0.9, vessel: 0.9 },
  /** Like `sharedNameMin`, for the words beside a listed patronymic. */
  besidePatronymicMin: 0.88,
  sharedName: 0.76,
  /** Penalty if both names have a legal form and the forms contradict each other. */
  otherForm: 0.24,
  /** Penalty of doubtful spellings in a name that matches only in part. */
  blur: { person: 0.6, organisation: 0, vessel: 0 },
  /** Weight of a middle name or patronymic between matching names. */
  middle: 0.7,
  patronymic: 0.3,
  /** Weight of the second of two surnames, if the list marks surnames. */
  secondSurname: 0.6,
  /** Weight of the names of father and grandfather between a listed name in Arabic letters. */
  fathers: 0.2,
  /** Weight of articles that a whole listed name may have beyond the query. `Abu` weighs more. */
  wholeMax: 0.1,
  /** Weight of an article beside a name in Arabic letters. */
  article: 0.02,
  /** Weight of a repeated word. */
  repeated: 0.1,
}

/**
 * Similarity of two names from 0 (nothing in common) to 1 (equal after normalisation). A pure
 * function. Not symmetric: words missing from the query cost less than words missing from the
 * listed name. Benchmarks use it; the server parses the listed names once.
 *
 * @internal
 * @param kind of the listed party; guessed from both texts if absent
 * @example scoreNames('Aerocaribean Airlines', 'AEROCARIBBEAN AIRLINES') // 0.97
 */
export function scoreNames(query: string, candidate: string, kind?: NameKind): number {
  const named = kind ?? strongerKind(guessKind(query), guessKind(candidate))
  const read = readName(query, named)
  return Math.max(
    ...alternativeNames(candidate).map((text) => scoreReadNames(read, readName(text, named))),
  )
}

/** {@link scoreNames} for parsed names of the same kind. */
export function scoreReadNames(query: Name, candidate: Name): number {
  if (query.words.length === 0 || candidate.words.length === 0) return 0
  if (query.native !== undefined || candidate.native !== undefined) {
    if (query.native === candidate.native) return 1
    const score = nativeScore(query, candidate)
    if (score !== undefined) return score
  } else if (query.text === candidate.text) return 1
  const aligned = alignedScore(query, candidate)
  const score = Math.max(slipScore(query, candidate) ?? 0, aligned.score)
  const isUnlike = hasPatronymic(candidate)
    ? aligned.similarity < tuning.besidePatronymicMin
    : score < tuning.sharedNameMin[candidate.kind]
  const isDoubtful = isUnlike && isSharedName(query)
  return Math.min(tuning.inexactMax, isDoubtful ? score * tuning.sharedName : score)
}

/** The score of two names, and the similarity of their common words. */
function alignedScore(query: Name, candidate: Name): { score: number; similarity: number } {
  const { kind } = candidate
  const weigh = (word: Word) => weights[kind][word.role]
  const links = alignWords(query, candidate, weigh)
  if (links.length === 0) return { score: 0, similarity: 0 }
  const isArabic = query.words.some(({ arabic }) => arabic !== undefined)
  const spans = (side: 'query' | 'candidate') => links.map((link) => link[side])
  const queryRest = restOf(query, spans('query'), isArabic)
  const candidateRest = restOf(candidate, spans('candidate'), isArabic)
  const { matched, total } = weightOfLinks(query, candidate, links, weigh)
  const similarity = matched / total
  const isWhole =
    candidateRest.weight <= tuning.wholeMax && similarity >= tuning.sharedNameMin[kind]
  if (isArabic && isWhole && !isReordered(links) && hasFathersNames(query, links)) {
    queryRest.weight *= tuning.fathers
    queryRest.telling = 0
  }
  const agreement =
    matched /
    (total +
      tuning.queryLeftover[kind] * queryRest.weight +
      tuning.candidateLeftover[kind] * candidateRest.weight)
  const contradiction =
    Math.min(1, queryRest.telling, candidateRest.telling) * tuning.contradiction[kind] +
    (queryRest.form && candidateRest.form ? tuning.otherForm : 0)
  const blur =
    tuning.blur[kind] * (1 - similarity) * Math.min(1, queryRest.telling + candidateRest.telling)
  const order = isReordered(links) ? (isArabic ? tuning.reorderedArabic : tuning.reordered) : 1
  const score = agreement * (1 - contradiction) * (1 - blur) * order
  if (!isArabic) return { score, similarity }
  const isOtherFirst = kind === 'person' && isFirstMissing(candidate, links)
  const doubt =
    (1 - tuning.missingArabic * Math.min(1, queryRest.telling)) *
    (isOtherFirst ? tuning.otherFirstArabic : 1)
  return { score: score * doubt, similarity }
}

const strongerKind = (one: NameKind, other: NameKind): NameKind =>
  one === 'organisation' ? one : other

function weightOfLinks(
  query: Name,
  candidate: Name,
  links: readonly Link[],
  weigh: (word: Word) => number,
) {
  let matched = 0
  let total = 0
  for (const link of links) {
    const weight =
      (spanWeight(query.words, link.query, weigh) +
        spanWeight(candidate.words, link.candidate, weigh)) /
      2
    matched += weight * link.similarity
    total += weight
  }
  return { matched, total }
}

type Span = Link['query']

function spanWeight(words: readonly Word[], span: Span, weigh: (word: Word) => number): number {
  return words
    .slice(span.start, span.start + span.count)
    .reduce((sum, word) => sum + weigh(word), 0)
}

/** Weights of the unmatched words of a name. `telling` does not count optional words. */
type Rest = { weight: number; telling: number; form: boolean }

/** @param isArabic whether the query is in Arabic letters: `الخطيب` is often Khatib in Latin ones */
function restOf(
  { kind, words, surnames = 0 }: Name,
  spans: readonly Span[],
  isArabic: boolean,
): Rest {
  const used = new Set<number>()
  for (const { start, count } of spans) {
    for (let at = start; at < start + count; at++) used.add(at)
  }
  const usedWords = new Set([...used].map((at) => words[at]!.text))
  const [first, last] = [Math.min(...used), Math.max(...used)]
  const rest: Rest = { weight: 0, telling: 0, form: false }
  words.forEach((word, at) => {
    if (used.has(at)) return
    const isBetween = kind === 'person' && at > first && at < last
    const isSecond =
      surnames > 1 && at > words.length - surnames && used.has(words.length - surnames)
    const factor = usedWords.has(word.text)
      ? tuning.repeated
      : isSecond
        ? tuning.secondSurname
        : isBetween
          ? middleFactor(word)
          : 1
    rest.weight +=
      (isArabic && isArticle(word) ? tuning.article : weights[kind][word.role]) * factor
    rest.telling += tellingWeights[word.role] * (usedWords.has(word.text) ? tuning.repeated : 1)
    rest.form ||= word.role === 'form'
  })
  return rest
}

/** Factor of a middle name. Middle names, above all patronymics, are optional. */
function middleFactor({ text }: Word): number {
  return patronymic.test(text) ? tuning.patronymic : tuning.middle
}

function isReordered(links: readonly Link[]): boolean {
  const starts = [...links].sort((one, other) => one.query.start - other.query.start)
  return starts.some((link, at) => at > 0 && link.candidate.start < starts[at - 1]!.candidate.start)
}

/** The article as a single letter, because its `l` may be assimilated to the next letter. */
export const article = '\u0671'
const servant = 'عبد'

const marks = /[\u064b-\u065f\u0670\u0640\u200c-\u200f]/g
const sameLetters: readonly (readonly [RegExp, string])[] = [
  [/ك/g, 'ک'],
  [/[یې]/g, 'ي'],
  [/[ہھۀە]/g, 'ه'],
  [/ۃ/g, 'ة'],
]
/** Letters that writers of Arabic use for each other. */
const looseLetters: readonly (readonly [RegExp, string])[] = [
  ...sameLetters,
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
]
export const arabicLetter = /[\u0600-\u06ff\u0750-\u077f]/

/**
 * Words of a name in Arabic letters: removes marks, unifies letters that Persian and Urdu write
 * differently, separates the article.
 */
export function arabicWords(text: string): string[] {
  let plain = text.normalize('NFKC').replace(marks, '')
  for (const [pattern, letter] of sameLetters) plain = plain.replace(pattern, letter)
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap(withoutArticle)
    .reduce<string[]>((words, word) => {
      // `عبد الرحمن` begins like `عبدالرحمن`.
      if (word === article && words.at(-1) === servant) words[words.length - 1] = servant + article
      else words.push(word)
      return words
    }, [])
}

/**
 * Whether the word follows an article. Then the roles of `latinOfArabic` do not apply: `السيد` is a
 * surname.
 */
export const followsArticle = (words: readonly string[], at: number): boolean =>
  words[at - 1] === article

/**
 * A text in which spellings of one word are equal: without marks and hamza, with one letter for
 * those that writers use for each other.
 *
 * @example unifiedArabic('أسامة') === unifiedArabic('اسامه')
 */
export function unifiedArabic(text: string): string {
  return looseLetters.reduce(
    (unified, [pattern, letter]) => unified.replace(pattern, letter),
    text.replace(marks, ''),
  )
}

/**
 * The text without case, marks, spaces and punctuation, in its own alphabet. Spellings of one Arabic
 * name are equal.
 */
export function nativeOf(text: string): string {
  return unifiedArabic(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Words that begin with the letters of the article but do not contain it. */
const notArticle = new Set('الله الياس الیاس الهام الفت الزا الین'.split(' '))

function withoutArticle(word: string): string[] {
  const joined = /^عبد(?:ال(?=..)|(?=...))(.+)$/.exec(word)
  if (joined !== null && word !== 'عبدالله') return [servant + article, joined[1]!]
  return /^ال.{2,}$/.test(word) && !notArticle.has(word) ? [article, word.slice(2)] : [word]
}

/** Small words and titles. Their Latin spelling determines their role. */
const smallWords = new Map(
  [
    [article, 'al'],
    [servant + article, 'abdul'],
    ...'بن bin|ابن ibn|ابو abu|أبو abu|ابي abu|بنت bint|شيخ sheikh|حاجي haji|حاج haji|ملا mullah|مولوي mawlawi'
      .concat('|سيد sayyid|قاري qari|دکتور doctor|جنرال general|عبد abd|مفتي ustad|حافظ hafiz')
      .split('|')
      .map((row) => row.split(' ')),
  ].map(([word, latin]) => [word!, latin!] as const),
)

/** The Latin spelling of the article, a particle or a title; `undefined` for other words. */
export const latinOfArabic = (word: string): string | undefined => smallWords.get(word)

const latinArticles = new Set('al el il ul ar as ad an ash az at'.split(' '))

/** Whether a word is the article, in Arabic letters or as Latin writes it. */
export const isArticle = ({ text, arabic }: { text: string; arabic?: string }): boolean =>
  arabic === undefined ? latinArticles.has(text) : arabic === article

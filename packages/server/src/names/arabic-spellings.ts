/** The article as a single letter, because its `l` may be assimilated to the next letter. */
const article = '\u0671'
const servant = 'عبد'

/** Usual Latin spellings of each letter. A number is the cost of the spellings after it. */
const letters = new Map<string, readonly (readonly [string, number])[]>()
const rows = `
  ا a aa 0.05 e i u o 0.8 ∅|آ a aa|أ a e u o i 0.1 ou ∅|إ i e 0.2 a|ء ∅ 0.2 a i e u|ئ ∅ i e y a 0.2 ei|ؤ ∅ u o ou w
  ب b 0.3 p|پ p 0.3 b|ت t|ث th s t|ج j g dj 0.2 dg z|چ ch c 0.3 j tch sh|ح h 0.4 kh 0.6 ∅|خ kh 0.1 h k ch j|د d|ذ dh d z th
  ر r|ز z 0.3 s|ژ zh j z|س s 0.1 c ss|ش sh ch 0.15 sch s|ص s 0.2 ss|ض d dh z|ط t 0.2 th|ظ z dh d th|ع ∅ a i 0.05 u o e aa 0.2 ei ai
  غ gh g 0.3 kh k r q|ف f 0.2 ph v|ق q k gh 0.1 g c ck|ک k 0.1 c q g|گ g 0.2 gh k|ل l|م m|ن n|ں n|ه h a ha 0.1 e eh ah he 0.5 ∅|ة a ah at e 0.1 eh et t h ∅
  و w u o ou v 0.1 oo au ow aw 0.2 uw wu|ي y i 0.1 e ai ei ee ey ay 0.2 a j iy yi ye ie|ى a 0.1 i y e ah ai|ڑ r d|ٹ t|ڈ d|ے e ai i y|ڼ n|ډ d|ړ r|ټ t|ښ kh sh|ږ g zh|ځ z dz|څ ts s|ۍ ai i y|ې e i y ai
`
for (const row of rows.trim().split(/[|\n]/)) {
  const [letter, ...parts] = row.trim().split(' ') as [string, ...string[]]
  letters.set(letter, spellingsIn(parts))
}

function spellingsIn(parts: readonly string[]): [string, number][] {
  const spellings: [string, number][] = []
  let cost = 0
  for (const part of parts) {
    if (/^\d/.test(part)) cost = Number(part)
    else spellings.push([part === '∅' ? '' : part, part === '∅' ? Math.max(cost, 0.1) : cost])
  }
  return spellings
}

letters.set(
  article,
  ['al', 'el', 'ul', 'il', 'ol']
    .map((text) => [text, 0.05] as const)
    .concat(
      [...'rsdntz'].flatMap((letter) =>
        ['a', 'e', 'u'].map((vowel) => [vowel + letter, 0.05] as const),
      ),
    )
    .concat([
      ['ash', 0.05],
      ['ush', 0.05],
      ['esh', 0.05],
    ]),
)

/**
 * Long vowels within a word. An alif carries any vowel at the start and in an article, and a final
 * yeh may be an alif.
 */
const inner = new Map([
  ['ا', spellingsIn('a aa 0.1 e 0.3 o 0.6 i u 0.8 ∅'.split(' '))],
  [
    'ي',
    (letters.get('ي') ?? []).map(([text, extra]) => [text, text === 'a' ? 0.6 : extra] as const),
  ],
])

/** First letters of the spellings of each letter; `∅` if it may be omitted. */
const firstLetters = new Map(
  [...letters].map(([letter, spellings]) => [
    letter,
    [...new Set(spellings.map(([text]) => text[0] ?? '∅'))].join(''),
  ]),
)

const marks = /[\u064b-\u065f\u0670\u0640\u200c-\u200f]/g
const sameLetters: readonly (readonly [RegExp, string])[] = [
  [/ك/g, 'ک'],
  [/[یې]/g, 'ي'],
  [/[ہھۀە]/g, 'ه'],
  [/ۃ/g, 'ة'],
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

const vowel = new Set('aeiou')
/** Letters that form another sound with a following `h`: `sh` is not an `s`. */
const soundsWithH = new Set('ckgsz')
const cost = {
  /**
   * A short vowel, which Arabic does not write. It writes long ones, and those at the beginning or
   * end of a word.
   */
  shortVowel: 0.05,
  longVowel: 0.7,
  outerVowel: 0.8,
  muteE: 0.3,
  doubled: 0.05,
  silent: 0.3,
  other: 1,
}

/**
 * Similarity of a Latin and an Arabic spelling: 1 when each letter has one of its usual spellings
 * and only short vowels are added; towards 0 with each other letter.
 *
 * @param native letters of {@link arabicWords}; several words are joined where Latin joins them
 * @param latin a folded word
 */
export function arabicSimilarity(native: string, latin: string): number {
  const length = latin.length
  if (length > 3 * native.length || 2 * length < native.length) return 0
  if (!beginsAlike(native, latin)) return 0
  let row = new Float64Array(length + 1).fill(Infinity)
  row[0] = 0
  insert(row, latin)
  for (let place = 0; place < native.length; place++) {
    const letter = native[place]!
    const next = new Float64Array(length + 1).fill(Infinity)
    const isInner = place > 0 && place < native.length - 1 && native[place + 1] !== 'ل'
    const spellings = (isInner ? inner.get(letter) : undefined) ?? letters.get(letter) ?? []
    for (let at = 0; at <= length; at++) {
      const here = row[at]!
      if (here === Infinity) continue
      if (here + cost.other < next[at]!) next[at] = here + cost.other
      if (at < length && here + cost.other < next[at + 1]!) next[at + 1] = here + cost.other
      for (const [text, extra] of spellings) {
        if (!latin.startsWith(text, at)) continue
        const to = at + text.length
        if (here + extra < next[to]!) next[to] = here + extra
      }
    }
    insert(next, latin)
    row = next
  }
  const size = Math.max(2, Math.min(native.length, length))
  return Math.max(0, 1 - row[length]! / size)
}

/**
 * Whether the Latin word begins with a spelling of the first letter. Words that do not are never
 * similar enough.
 */
export function beginsAlike(native: string, latin: string): boolean {
  for (const letter of native.slice(0, 2)) {
    const first = firstLetters.get(letter) ?? ''
    if (first.includes(latin[0]!)) return true
    if (!first.includes('∅')) return false
  }
  return false
}

/** Costs of letters that only the Latin word has. */
function insert(row: Float64Array, latin: string): void {
  for (let at = 0; at < latin.length; at++) {
    const letter = latin[at]!
    const before = latin[at - 1]
    let extra = cost.other
    if (vowel.has(letter)) extra = vowelCost(latin, at)
    else if (letter === before) extra = cost.doubled
    else if (letter === 'h') extra = soundsWithH.has(before ?? '') ? cost.other : cost.silent
    if (row[at]! + extra < row[at + 1]!) row[at + 1] = row[at]! + extra
  }
}

function vowelCost(latin: string, at: number): number {
  // French writes a short u as `ou`.
  if (latin[at] === 'u' && latin[at - 1] === 'o') return cost.shortVowel
  if (at > 0 && vowel.has(latin[at - 1]!)) return cost.longVowel
  if (latin[at] === 'e' && at === latin.length - 1) return cost.muteE
  return at === 0 || at === latin.length - 1 ? cost.outerVowel : cost.shortVowel
}

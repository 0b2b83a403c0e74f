import { article } from './arabic-words.ts'

/** Lowest cost of an Arabic letter that has no Latin one. */
const leastOmitted = 0.1

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
    else if (part === '∅') spellings.push(['', Math.max(cost, leastOmitted)])
    else spellings.push([part, cost])
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

/** Mark of a letter that Latin may omit, beside the bits of the letters a to z. */
const omittable = 1 << 26
const bitOf = (latin: string): number =>
  latin >= 'a' && latin <= 'z' ? 1 << (latin.charCodeAt(0) - 97) : 0
/** Bit set of the first letters of the spellings of each letter. */
const firstLetters = new Map(
  [...letters].map(([letter, spellings]) => [
    letter,
    spellings.reduce((bits, [text]) => bits | (text === '' ? omittable : bitOf(text[0]!)), 0),
  ]),
)

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

/** Costs of the letters read so far and of the next, by the number of Latin letters. */
let rowOfCosts = new Float64Array(64)
let nextOfCosts = new Float64Array(64)

/**
 * Similarity of a Latin and an Arabic spelling: 1 when each letter has one of its usual spellings
 * and only short vowels are added; towards 0 with each other letter.
 *
 * @param native letters of {@link arabicWords}; several words are joined where Latin joins them
 * @param latin a folded word
 * @param least lower similarities are 0, which saves most of the time
 */
export function arabicSimilarity(native: string, latin: string, least = 0): number {
  const length = latin.length
  if (areTooUnlike(native.length, length, least) || !beginsAlike(native, latin)) return 0
  const costMax = costMaxOf(native.length, length, least)
  if (length >= rowOfCosts.length) {
    rowOfCosts = new Float64Array(2 * length)
    nextOfCosts = new Float64Array(2 * length)
  }
  let [row, next] = [rowOfCosts, nextOfCosts]
  row.fill(Infinity, 0, length + 1)
  row[0] = 0
  insert(row, latin, costMax)
  for (let place = 0; place < native.length; place++) {
    next.fill(Infinity, 0, length + 1)
    if (!readLetter(spellingsAt(native, place), latin, { row, next, costMax })) return 0
    insert(next, latin, costMax)
    ;[row, next] = [next, row]
  }
  const similarity = 1 - row[length]! / sizeOf(native.length, length)
  return similarity < least ? 0 : Math.max(0, similarity)
}

/**
 * Whether the lengths of an Arabic and a Latin spelling exclude a similarity. Each Arabic letter
 * without a Latin one has a cost.
 */
export function areTooUnlike(native: number, latin: number, least: number): boolean {
  if (latin > 3 * native || 2 * latin < native) return true
  return (native - latin) * leastOmitted > costMaxOf(native, latin, least)
}

const rounding = 1e-9
const sizeOf = (native: number, latin: number) => Math.max(2, Math.min(native, latin))
const costMaxOf = (native: number, latin: number, least: number) =>
  (1 - least) * sizeOf(native, latin) + rounding

function spellingsAt(native: string, place: number): readonly (readonly [string, number])[] {
  const letter = native[place]!
  const isInner = place > 0 && place < native.length - 1 && native[place + 1] !== 'ل'
  return (isInner ? inner.get(letter) : undefined) ?? letters.get(letter) ?? []
}

type Costs = { row: Float64Array; next: Float64Array; costMax: number }

/** Adds the costs of one Arabic letter. Returns whether any cost is within the limit. */
function readLetter(
  spellings: readonly (readonly [string, number])[],
  latin: string,
  { row, next, costMax }: Costs,
): boolean {
  let isWithin = false
  for (let at = 0; at <= latin.length; at++) {
    const here = row[at]!
    if (here > costMax) continue
    isWithin = true
    if (here + cost.other < next[at]!) next[at] = here + cost.other
    if (at < latin.length && here + cost.other < next[at + 1]!) next[at + 1] = here + cost.other
    for (const [text, extra] of spellings) {
      const to = at + text.length
      if (here + extra < next[to]! && latin.startsWith(text, at)) next[to] = here + extra
    }
  }
  return isWithin
}

/**
 * Whether the Latin word begins with a spelling of the first letter. Words that do not are never
 * similar enough.
 */
export function beginsAlike(native: string, latin: string): boolean {
  const bit = bitOf(latin[0] ?? '')
  for (let place = 0; place < 2 && place < native.length; place++) {
    const first = firstLetters.get(native[place]!) ?? 0
    if ((first & bit) !== 0) return true
    if ((first & omittable) === 0) return false
  }
  return false
}

/** Costs of letters that only the Latin word has. */
function insert(row: Float64Array, latin: string, costMax: number): void {
  for (let at = 0; at < latin.length; at++) {
    if (row[at]! > costMax) continue
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

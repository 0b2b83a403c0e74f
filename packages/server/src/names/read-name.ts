import { defined } from '@fiq/shared/defined'
import {
  arabicLetter,
  arabicWords,
  followsArticle,
  latinOfArabic,
  nativeOf,
} from './arabic-words.ts'
import { foldText, joinLetters, lettersOf, toAscii, undoLeet } from './fold-text.ts'
import { type FormFamily, findForms, splitGluedForm } from './organisation-forms.ts'
import { bareSoundKey, soundKey } from './sound-key.ts'
import {
  abbreviations,
  genericWords,
  links,
  numberOf,
  particles,
  titles,
  titlesAtEnd,
} from './word-tables.ts'

/** Kind of the named party. A ship is read like an organisation, except for its number. */
export type NameKind = 'person' | 'organisation' | 'vessel'

/** Role of a word in its name. It determines the weight of the word. */
type WordRole = 'word' | 'initial' | 'number' | 'generic' | 'particle' | 'title' | 'form'

/**
 * What transliteration preserved of a word: `letters` everything, `consonants` no vowels (Arabic,
 * Hebrew), `syllables` approximate sounds (Chinese, Japanese, Korean).
 */
type Script = 'letters' | 'consonants' | 'syllables'

/** One word of a name, prepared for comparison. */
export type Word = {
  text: string
  role: WordRole
  /** Consonant skeleton; the bare one if the script has no vowels. */
  sound: string
  bareSound: string
  script: Script
  /** Bit set of the letters a to z in the word. */
  letters: number
  number?: number
  family?: FormFamily
  /** The word in Arabic letters, if it was written in them. */
  arabic?: string
}

/** A name, prepared for comparison. */
export type Name = {
  kind: NameKind
  /** Folded, in spoken order: `PUTIN, Vladimir` becomes `vladimir putin`. */
  text: string
  words: readonly Word[]
  /** Number of surnames at the end, if the name was written `SURNAMES, Given`. */
  surnames?: number
  /** The original letters and digits, if they are not Latin. */
  native?: string
}

/** Maximum words of a name, far more than any listed name has. */
export const wordsMax = 24

const consonantScript = /[\u0590-\u06ff\u0750-\u077f]/
const syllableScript = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
const organisationMark = /["“”«»]|\b(?:and|of|the)\b/i

/**
 * Parses a name into words with their roles: reverses `LAST, First` for persons, joins dotted
 * letters (`A.B.C.`), finds legal forms, marks titles and particles, converts number words. Never
 * throws; a name without a letter or digit has no words.
 *
 * @param seen words read before, shared between the names of one list to save time and memory
 */
export function readName(text: string, kind: NameKind, seen: Map<string, Word> = new Map()): Name {
  const native = otherScript.test(text) ? nativeOf(text) : undefined
  if (native !== undefined && arabicLetter.test(native))
    return readArabicName(text, kind, native, seen)
  const spoken = kind === 'person' ? undoCommaOrder(toAscii(text)) : unglue(text)
  const all = joinLetters(foldText(spoken).split(' ').filter(Boolean))
  const texts = all.slice(0, wordsMax)
  const script = scriptOf(text)
  const forms = formsIn(texts, kind)
  const words: Word[] = []
  for (let at = 0; at < texts.length; at++) {
    const form = forms.get(at)
    if (form !== undefined) {
      const formText = texts.slice(at, at + form.length).join(' ')
      words.push(wordOf(formText, 'form', script, { family: form.family }))
      at += form.length - 1
    } else words.push(remembered(texts[at]!, kind, script, seen))
  }
  const surnames = kind === 'person' ? surnamesOf(text) : undefined
  return {
    kind,
    text: all.join(' '),
    words: withSurname(joinNumbers(words)),
    ...defined({ native, surnames }),
  }
}

function surnamesOf(text: string): number | undefined {
  const [surnames, givenNames, ...more] = text.split(',')
  if (givenNames === undefined || more.length > 0) return undefined
  return joinLetters(foldText(surnames!).split(' ').filter(Boolean)).length
}

function readArabicName(
  text: string,
  kind: NameKind,
  native: string,
  seen: Map<string, Word>,
): Name {
  const all = arabicWords(text).slice(0, wordsMax)
  const words = all.flatMap((arabic, at) => {
    // `السيد` is a surname, `سيد` a title.
    const isName = followsArticle(all, at)
    const folded = latinOfArabic(arabic) ?? foldText(arabic).replaceAll(' ', '')
    if (folded === '') return []
    const key = `${kind}${isName ? '+' : ''}${arabic}`
    const read = () =>
      isName ? wordOf(folded, 'word', 'consonants') : readWord(folded, kind, 'consonants')
    const word = seen.get(key) ?? { ...read(), arabic }
    seen.set(key, word)
    return [word]
  })
  return { kind, text: foldText(text), words: withSurname(words), native }
}

/** `Mohammad Sayed`: a title that follows the only other word of a name is a surname. */
function withSurname(words: readonly Word[]): readonly Word[] {
  const last = words.at(-1)
  if (last?.role !== 'title' || titlesAtEnd.has(last.text)) return words
  if (words.filter(({ role }) => role === 'word').length !== 1) return words
  return [...words.slice(0, -1), { ...last, role: 'word' }]
}

/**
 * The most likely kind of a bare text: an organisation if it contains a legal form, a business word
 * or a quotation mark, else a person.
 */
export function guessKind(text: string): NameKind {
  const words = foldText(text).split(' ')
  if (organisationMark.test(text) || words.some((word) => genericWords.has(word))) {
    return 'organisation'
  }
  return findForms(words).some(({ length }) => length > 1 || words.length > 1)
    ? 'organisation'
    : 'person'
}

function scriptOf(text: string): Script {
  if (syllableScript.test(text)) return 'syllables'
  return consonantScript.test(text) ? 'consonants' : 'letters'
}

/** `LAST, First` and `LAST, First, Jr` become `First LAST`. */
function undoCommaOrder(ascii: string): string {
  const [last, ...rest] = ascii.split(',').map((part) => part.trim())
  return rest.some(Boolean) ? `${rest.join(' ')} ${last}` : ascii
}

function unglue(text: string): string {
  return text
    .split(' ')
    .map((word) => splitGluedForm(word)?.join(' ') ?? word)
    .join(' ')
}

function formsIn(texts: readonly string[], kind: NameKind) {
  const found = findForms(texts)
  const forms = kind === 'person' ? found.filter((form) => endsPerson(form, texts)) : found
  return new Map(forms.map((form) => [form.start, form]))
}

/** A person's name can contain a legal form only as its last word, if that has no other role. */
function endsPerson(
  { start, length }: { start: number; length: number },
  texts: readonly string[],
) {
  return start >= 2 && start + length === texts.length
}

function remembered(text: string, kind: NameKind, script: Script, seen: Map<string, Word>): Word {
  const key = `${kind === 'person' ? 'p' : 'o'}${script[0]}${text}`
  const word = seen.get(key) ?? readWord(text, kind, script)
  seen.set(key, word)
  return word
}

function readWord(text: string, kind: NameKind, script: Script): Word {
  if (kind === 'person') return readPersonWord(text, script)
  const full = abbreviations.get(text) ?? text
  const number = numberOf(full, true)
  if (number !== undefined) return wordOf(full, 'number', script, { number })
  if (links.has(full)) return wordOf(full, 'particle', script)
  return wordOf(full, genericWords.has(full) ? 'generic' : 'word', script)
}

function readPersonWord(text: string, script: Script): Word {
  if (titles.has(text)) return wordOf(text, 'title', script)
  if (text.length === 1) return wordOf(text, 'initial', script)
  if (script !== 'syllables' && particles.has(text)) return wordOf(text, 'particle', script)
  const number = /^\d/.test(text) ? numberOf(text, false) : undefined
  return number === undefined
    ? wordOf(undoLeet(text), 'word', script)
    : wordOf(text, 'number', script, { number })
}

function wordOf(
  text: string,
  role: WordRole,
  script: Script,
  more: { number?: number; family?: FormFamily } = {},
): Word {
  const sound = soundKey(text)
  return {
    text,
    role,
    sound,
    bareSound: bareSoundKey(text),
    script,
    letters: lettersOf(text),
    ...more,
  }
}

/** `forty four` and `forty 4` become one number. */
function joinNumbers(words: readonly Word[]): readonly Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const before = joined.at(-1)?.number
    if (before !== undefined && before >= 20 && before % 10 === 0 && before < 100) {
      if (word.number !== undefined && word.number > 0 && word.number < 10) {
        const number = before + word.number
        joined[joined.length - 1] = wordOf(String(number), 'number', word.script, { number })
        continue
      }
    }
    joined.push(word)
  }
  return joined
}

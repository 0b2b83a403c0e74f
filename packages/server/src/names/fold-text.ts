import anyAscii from 'any-ascii'

const beyondAscii = /[\u0080-\uffff]/
const joiners = /['`"]/g
const separators = /[^a-z0-9]+/g

/**
 * Text in ASCII: removes marks and transliterates other scripts (`Лавров` becomes `Lavrov`). Keeps
 * case and punctuation. Arabic and Hebrew keep only their consonants.
 */
export function toAscii(text: string): string {
  return beyondAscii.test(text) ? anyAscii(text.normalize('NFKC')) : text
}

/**
 * The form in which names are compared: lower-case `a-z0-9` words separated by one space.
 * Apostrophes and quotation marks join (`Qa'ida` becomes `qaida`), other characters separate.
 *
 * @example foldText(' Ærø–Bank, S.A. ') // 'aero bank s a'
 */
export function foldText(text: string): string {
  return toAscii(text)
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(joiners, '')
    .replace(separators, ' ')
    .trim()
}

/** Whether every word of `words` is a word of the text, as {@link foldText} compares them. */
export function hasWords(text: string, words: string): boolean {
  const folded = ` ${foldText(text)} `
  return foldText(words)
    .split(' ')
    .every((word) => folded.includes(` ${word} `))
}

/** Joins runs of single letters into a word: `a b c company` becomes `abc company`. */
export function joinLetters(texts: readonly string[]): string[] {
  const joined: string[] = []
  let run = 0
  for (const text of texts) {
    const isLetter = text.length === 1 && text >= 'a' && text <= 'z'
    if (isLetter && run > 0) joined[joined.length - 1] += text
    else joined.push(text)
    run = isLetter ? run + 1 : 0
  }
  return joined
}

/** `sech1n` becomes `sechin`: replaces a digit between letters by the letter it resembles. */
export function undoLeet(text: string): string {
  if (!/\d/.test(text) || text.replace(/\d/g, '').length * 2 <= text.length) return text
  return text.replace(/\d/g, (digit) => 'oizeasgtbg'[Number(digit)]!)
}

/** Bit set of the letters a to z in a folded word. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at) - 97
    if (letter >= 0) letters |= 1 << letter
  }
  return letters
}

import { absent } from './format-number.ts'

/**
 * Aligns decimal points by padding shorter fractions with spaces, not with zeros. A missing value
 * is aligned right.
 */
export function alignPoints(texts: readonly string[]): readonly string[] {
  const fractionOf = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') : 0)
  const longest = texts.reduce((most, text) => Math.max(most, fractionOf(text)), 0)
  return texts.map((text) =>
    text === absent ? text : text + ' '.repeat(longest - fractionOf(text)),
  )
}

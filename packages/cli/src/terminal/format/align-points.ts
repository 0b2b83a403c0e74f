import { absent } from './format-number.ts'

/**
 * Aligns decimal points: shorter fractions are padded with spaces, not with zeros. A missing value
 * stays right-aligned.
 */
export function alignPoints(texts: readonly string[]): readonly string[] {
  const fractionOf = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') : 0)
  const longest = texts.reduce((most, text) => Math.max(most, fractionOf(text)), 0)
  return texts.map((text) =>
    text === absent ? text : text + ' '.repeat(longest - fractionOf(text)),
  )
}

import { absent } from './format-number.ts'

/**
 * Decimal points below each other: shorter fractions are filled with spaces, not with zeros. What
 * stands for no value stays at the end.
 */
export function alignPoints(texts: readonly string[]): readonly string[] {
  const fractionOf = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') : 0)
  const longest = texts.reduce((most, text) => Math.max(most, fractionOf(text)), 0)
  return texts.map((text) =>
    text === absent ? text : text + ' '.repeat(longest - fractionOf(text)),
  )
}

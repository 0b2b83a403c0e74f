/** Scripts that reach the accuracy that `docs/accuracy.md` requires. */
const measured = /[\p{Script=Latin}\p{Script=Hangul}\p{Script=Han}\P{Letter}]/gu

/** Warnings about names in other scripts. */
const warnings: readonly (readonly [script: RegExp, warning: string])[] = [
  [
    /\p{Script=Arabic}/u,
    'names in Arabic letters are matched by their usual Latin spellings. A name of two words matches only the same two words, and then often a namesake. A name with more words than the listed one matches only if its first and last words do. Screen the Latin spelling and all names of the person too.',
  ],
  [
    /\p{Script=Cyrillic}/u,
    'names in Cyrillic letters without a patronymic match listed namesakes with any patronymic. Compare patronymics and birth dates.',
  ],
]

const unmeasured =
  'names in this script are transliterated letter by letter, which misses many listed names. Screen the Latin spelling too.'

/** The warning about the script of this name; `undefined` if it needs none. */
export function scriptWarning(name: string): string | undefined {
  if (name.normalize('NFKC').replace(measured, '') === '') return undefined
  return warnings.find(([script]) => script.test(name))?.[1] ?? unmeasured
}

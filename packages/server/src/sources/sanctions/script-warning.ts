/** Scripts whose names are found as often, and mistaken as seldom, as `docs/accuracy.md` asks. */
const measured = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Han}\P{Letter}]/gu
const arabic = /\p{Script=Arabic}/u

/** What the reader of an answer about this name must know of its script; `undefined` if nothing. */
export function scriptWarning(name: string): string | undefined {
  if (name.normalize('NFKC').replace(measured, '') === '') return undefined
  return arabic.test(name)
    ? 'names in Arabic letters are matched by their usual Latin spellings. Common names of two words often match a namesake. Screen the Latin spelling too.'
    : 'names in this script are transliterated letter by letter, which misses many listed names. Screen the Latin spelling too.'
}

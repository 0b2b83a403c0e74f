import { sanitise } from '../sanitise.ts'

/**
 * One cell of a CSV file (RFC 4180), without line breaks and control characters. A text that a
 * spreadsheet would take for a formula gets a leading `'`; a plain number, also a negative one, does
 * not.
 *
 * @param isGuarded - false: formulas as they are, for programs that know none.
 */
export function csvCell(text: string, isGuarded = true): string {
  // Sanitised first: a guard must not stand behind a character that is then taken away.
  const clean = sanitise(text)
  const isFormula = /^\s*[=+\-@]/.test(clean) && !plainNumber.test(clean)
  const guarded = isGuarded && isFormula ? `'${clean}` : clean
  return /[",]/.test(guarded) || guarded !== guarded.trim()
    ? `"${guarded.replaceAll('"', '""')}"`
    : guarded
}

const plainNumber = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?%?$/i

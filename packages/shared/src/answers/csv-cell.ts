import { sanitise } from '../sanitise.ts'

/**
 * Writes one cell of a CSV file (RFC 4180), without line breaks and control characters. Puts `'`
 * before a text that a spreadsheet would read as a formula, also with the wide signs of East Asian
 * keyboards, but not before a plain or negative number.
 *
 * @param isGuarded - `false` leaves formulas unchanged, for programs that do not evaluate them.
 */
export function csvCell(text: string, isGuarded = true): string {
  // Sanitise first: otherwise the guard could follow a character that is removed later.
  const clean = sanitise(text)
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(clean) && !plainNumber.test(clean)
  const guarded = isGuarded && isFormula ? `'${clean}` : clean
  return /[",]/.test(guarded) || guarded !== guarded.trim()
    ? `"${guarded.replaceAll('"', '""')}"`
    : guarded
}

const plainNumber = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?%?$/i

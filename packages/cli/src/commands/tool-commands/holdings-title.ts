import { quarterOf } from '../../command-line/areas/filings.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { formatLarge, isNumber } from '../../terminal/format/format-number.ts'

/**
 * The reporting manager, the quarter, and the sum of the shown positions. The sum of the whole
 * report follows from a weight.
 *
 * @example 'BERKSHIRE HATHAWAY INC, CIK 0001067983, 2017-Q4, 20 positions, 180B of 192B USD'
 */
export function holdingsTitle(rows: readonly Row[]): string {
  const [first = {}] = rows
  const holder = textIn(first, 'holderName')
  const name = holder === '' ? '' : `${holder}, CIK ${textIn(first, 'holderCik')}, `
  const shown = rows.reduce((sum, { value }) => sum + (isNumber(value) ? value : 0), 0)
  const { value, weight } = rows.find((row) => isNumber(row['weight']) && row['weight'] > 0) ?? {}
  const whole = isNumber(value) && isNumber(weight) ? (value / weight) * 100 : shown
  const sum =
    shown < whole * 0.9995 ? `${formatLarge(shown)} of ${formatLarge(whole)}` : formatLarge(shown)
  return `${name}${quarterOf(textIn(first, 'reportedAt'))}, ${formatCount(rows.length, 'position')}, ${sum} USD`
}

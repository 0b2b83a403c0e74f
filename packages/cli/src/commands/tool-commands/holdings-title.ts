import { quarterOf } from '../../command-line/areas/filings.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { formatLarge, isNumber } from '../../terminal/format/format-number.ts'

/** The reporting manager, the quarter, and the sum of the shown positions. */
export function holdingsTitle(rows: readonly Row[]): string {
  const [first = {}] = rows
  const holder = textIn(first, 'holderName')
  const value = rows.reduce((sum, { value }) => sum + (isNumber(value) ? value : 0), 0)
  const name = holder === '' ? '' : `${holder} (CIK ${textIn(first, 'holderCik')}), `
  return `${name}${quarterOf(textIn(first, 'reportedAt'))}, ${formatCount(rows.length, 'position')}, ${formatLarge(value)} USD`
}

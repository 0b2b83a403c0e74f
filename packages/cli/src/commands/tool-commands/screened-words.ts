import type { Answer } from '../../query/answer.ts'
import { rowsOf } from '../../query/rows.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/**
 * The size of the lists that a name was screened against; empty if the server does not state it.
 *
 * @example 'Screened 17,842 entries on 6 lists. '
 */
export function screenedWords({ data }: Pick<Answer, 'data'>): string {
  const lists = rowsOf(data?.['sanctionsLists']).filter((row) => row['isScreened'] === true)
  const entries = lists.reduce((sum, { entries: count }) => sum + (isNumber(count) ? count : 0), 0)
  if (lists.length === 0) return ''
  return `Screened ${entries.toLocaleString('en-US')} entries on ${formatCount(lists.length, 'list')}. `
}

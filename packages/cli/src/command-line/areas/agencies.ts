import { ownValue } from '@fiq/shared/own-value'
import { type Row, textIn } from '../../query/rows.ts'
import { formatLarge, formatScore } from '../../terminal/format/format-number.ts'
import type { Table } from '../../terminal/format/table.ts'
import { asWords, day, number, page, text, word } from '../views/columns.ts'
import { usd, wide, widest } from './widths.ts'

/** Committee types of the FEC. Other codes are shown unchanged. */
const committeeTypes: Readonly<Record<string, string>> = {
  P: 'President',
  S: 'Senate',
  H: 'House',
  X: 'party',
  Y: 'party',
  Z: 'party',
  N: 'PAC',
  Q: 'PAC',
  O: 'super PAC',
  V: 'hybrid PAC',
  W: 'hybrid PAC',
  D: 'delegate',
  I: 'independent',
  U: 'independent',
}

function committeeTypeText(row: Row): string {
  const code = textIn(row, 'committeeType')
  return ownValue(committeeTypes, code) ?? code
}

/** One row for each committee and cycle. */
export const committees: Table<Row> = {
  empty: 'No committee matches.',
  columns: [
    word('cycle', 'cycle', 5),
    text('committee', 'committeeName', 30, { tone: () => 'bold' }),
    text('party', 'party', 12),
    number('raised, USD', 'totalRaised', 11, formatLarge, usd),
    day('to', 'coverageEnd'),
    word('type', 'committeeType', 12, { cell: committeeTypeText, ...wide }),
    word('state', 'state', 5, wide),
    text('candidate', 'candidateName', 20, widest),
    word('id', 'committeeId', 9, widest),
  ],
}

/** Entries of sanctions lists that match a name. */
export const sanctions: Table<Row> = {
  empty: 'No match.',
  columns: [
    number('score', 'score', 5, formatScore),
    text('name', 'matchedName', 39, { tone: () => 'bold' }),
    text('list', 'listName', 12),
    text('programs', 'program', 16),
    word('countries', 'countries', 9, wide),
    word('type', 'type', 10, wide),
    text('listed', 'entityName', 30, widest),
    word('entry', 'entryId', 8, widest),
    text('remarks', 'remarks', 30, widest),
  ],
}

/** Areas published by agencies and courts. */
export const agencyTables: Readonly<Record<string, Table<Row>>> = {
  'regulatory.sanctions': sanctions,
  'regulatory.campaignFinance': committees,
  fdaEvents: {
    empty: 'No events at the FDA.',
    columns: [
      day('date', 'date'),
      text('kind', 'kind', 18, { cell: (row) => asWords(textIn(row, 'kind')) }),
      text('product', 'title', 30),
      text('status', 'status', 14),
      text('company', 'company', 24, wide),
      text('detail', 'detail', 12, wide),
    ],
  },
  litigation: {
    empty: 'No cases.',
    columns: [
      day('filed', 'dateFiled'),
      text('case', 'caseName', 38, { link: page }),
      text('court', 'court', 14),
      day('ended', 'dateTerminated', { cell: (row) => textIn(row, 'dateTerminated') || 'open' }),
      word('docket', 'docketNumber', 14, wide),
      text('cause', 'cause', 20, wide),
      text('parties', 'parties', 30, widest),
      text('from', 'source', 13, widest),
    ],
  },
  governmentContracts: {
    empty: 'No contracts.',
    columns: [
      day('from', 'startDate'),
      number('amount, USD', 'amount', 11, formatLarge, usd),
      text('agency', 'agency', 22),
      text('what', 'description', 31, { link: page }),
      day('to', 'endDate', wide),
      text('recipient', 'recipient', 20, widest),
      word('award', 'awardId', 14, widest),
    ],
  },
  clinicalTrials: {
    empty: 'No trials.',
    columns: [
      day('updated', 'updatedAt'),
      word('phase', 'phases', 6, { cell: phaseText }),
      text('status', 'status', 12, { cell: (row) => asWords(textIn(row, 'status')) }),
      text('study', 'title', 44, { link: page }),
      text('conditions', 'conditions', 24, wide),
      word('id', 'nctId', 11, wide),
      text('sponsor', 'sponsor', 20, widest),
      day('start', 'startDate', widest),
    ],
  },
}

/** `PHASE2` becomes 2. */
function phaseText({ phases }: Row): string {
  if (!Array.isArray(phases)) return ''
  return phases.map((phase) => asWords(String(phase)).replace(/^phase ?/, '')).join(', ')
}

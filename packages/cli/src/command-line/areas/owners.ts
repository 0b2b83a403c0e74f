import { ownValue } from '@fiq/shared/own-value'
import { type Row, textIn } from '../../query/rows.ts'
import {
  absent,
  formatLarge,
  formatPercent,
  formatScore,
  isNumber,
} from '../../terminal/format/format-number.ts'
import type { Table } from '../../terminal/format/table.ts'
import {
  day,
  formatCountInFull,
  number,
  page,
  percent,
  price,
  text,
  word,
  yesNo,
} from '../views/columns.ts'
import { percentText, quarterOf } from './filings.ts'
import { usd, wide, widest } from './widths.ts'

/** Positions of one institution. */
export const holdings: Table<Row> = {
  empty: 'No holdings reported.',
  columns: [
    word('ticker', 'ticker', 6, { tone: () => 'bold' }),
    text('issuer', 'issuer', 24),
    number('shares', 'shares', 13, formatCountInFull),
    number('value, USD', 'value', 10, formatLarge, usd),
    number('weight', 'weight', 7, percentText),
    number('change', 'sharesChange', 8, undefined, {
      cell: sharesChangeText,
      tone: ({ sharesChange }) =>
        isNumber(sharesChange) && sharesChange !== 0
          ? sharesChange > 0
            ? 'up'
            : 'down'
          : undefined,
    }),
    word('kind', 'putCall', 6, { cell: holdingKind, ...wide }),
    day('quarter', 'reportedAt', { cell: quarterText, ...wide }),
    day('filed', 'filedAt', wide),
    text('class', 'titleOfClass', 16, widest),
    word('CUSIP', 'cusip', 9, widest),
    number('principal', 'principal', 9, formatLarge, widest),
  ],
}

/** Institutions that hold one security. */
const holders: Table<Row> = {
  empty: 'No holders reported.',
  columns: [
    text('holder', 'holderName', 30, { tone: () => 'bold' }),
    number('shares', 'shares', 14, formatCountInFull),
    number('value, USD', 'value', 10, formatLarge, usd),
    word('quarter', 'reportedAt', 7, { cell: quarterText }),
    word('kind', 'putCall', 6, { cell: holdingKind }),
    day('filed', 'filedAt', wide),
    word('CUSIP', 'cusip', 9, widest),
    word('CIK', 'holderCik', 10, widest),
    number('principal', 'principal', 9, formatLarge, widest),
  ],
}

/** One row for each settlement date. */
export const shortInterest: Table<Row> = {
  empty: 'No short interest reported.',
  columns: [
    day('settled', 'settlementDate'),
    number('shares short', 'sharesShort', 13, formatCountInFull),
    percent('change %', 'changePercent', 8),
    number('days to cover', 'daysToCover', 13, formatScore),
    number('before', 'previousSharesShort', 13, formatCountInFull, wide),
    number('mean volume', 'averageDailyVolume', 13, formatCountInFull, wide),
  ],
}

/** Areas on owners, short sellers and lenders of a company's shares. */
export const ownerTables: Readonly<Record<string, Table<Row>>> = {
  insiderTrades: {
    empty: 'No insider trades.',
    columns: [
      day('traded', 'transactionDate', { link: page }),
      text('insider', 'ownerName', 18),
      word('side', 'code', 5, { cell: sideText }),
      number('shares', 'shares', 8, formatCountInFull),
      price('price', 'price', 8),
      number('value', 'value', 6),
      text('role', 'officerTitle', 13, { cell: roleText }),
      number('held', 'sharesOwnedFollowing', 10, formatCountInFull, wide),
      day('filed', 'filedAt', wide),
      text('kind', 'securityTitle', 14, widest),
      word('owned', 'isDirect', 8, { cell: ownedText, ...widest }),
      day('expires', 'expires', widest),
    ],
  },
  executives: {
    empty: 'No executives reported.',
    columns: [
      text('name', 'name', 24, { tone: () => 'bold', link: page }),
      text('title', 'title', 28),
      number('shares', 'sharesOwned', 12, formatCountInFull),
      day('as of', 'reportedAt'),
      yesNo('director', 'isDirector', 8, wide),
      word('CIK', 'cik', 10, widest),
    ],
  },
  institutionalHoldings: holders,
  topHolders: holders,
  shortInterest,
}

/** Codes of form 4. Other codes are shown unchanged. */
const sides: Readonly<Record<string, string>> = {
  P: 'buy',
  S: 'sell',
  A: 'grant',
  M: 'exercise',
  F: 'tax',
  G: 'gift',
}

function sideText(row: Row): string {
  const code = textIn(row, 'code')
  return ownValue(sides, code) ?? code
}

/** The officer title, or else the relationship that makes the owner an insider. */
function roleText(row: Row): string {
  const title = textIn(row, 'officerTitle')
  if (title !== '') return title
  if (row['isDirector'] === true) return 'director'
  if (row['isTenPercentOwner'] === true) return '10% owner'
  return row['isOfficer'] === true ? 'officer' : ''
}

function ownedText({ isDirect }: Row): string {
  return isDirect === true ? 'direct' : isDirect === false ? 'indirect' : ''
}

function holdingKind(row: Row): string {
  const kind = textIn(row, 'putCall')
  if (kind !== '') return kind.toLowerCase()
  return isNumber(row['principal']) ? 'debt' : 'shares'
}

/** The quarter that ends on a day: `2026-Q3`. */
function quarterText(row: Row): string {
  return quarterOf(textIn(row, 'reportedAt'))
}

/** The change in percent of the previous number of shares; `new` if there were none. */
function sharesChangeText({ shares, sharesChange }: Row): string {
  if (!isNumber(shares) || !isNumber(sharesChange)) return absent
  const before = shares - sharesChange
  if (before <= 0) return 'new'
  return formatPercent((100 * sharesChange) / before)
}

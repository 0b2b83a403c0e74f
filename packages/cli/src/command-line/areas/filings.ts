import { ownValue } from '@fiq/shared/own-value'
import { type Row, textIn } from '../../query/rows.ts'
import { absent, isNumber } from '../../terminal/format/format-number.ts'
import type { Column, Table } from '../../terminal/format/table.ts'
import {
  asWords,
  day,
  formatCountInFull,
  number,
  page,
  price,
  text,
  word,
} from '../views/columns.ts'
import { sessionWords } from './session-words.ts'
import { wide, widest } from './widths.ts'

/** Areas from companies' filings. */
export const filingTables: Readonly<Record<string, Table<Row>>> = {
  'regulatory.filings': filings(text('about', 'description', 42, { link: page }), [
    text('items', 'items', 11),
  ]),
  periodicFilings: filings(text('about', 'title', 54, { link: page }), []),
  earnings: {
    empty: 'No earnings reported.',
    columns: [
      day('announced', 'date', { link: page }),
      word('quarter', 'fiscalPeriod', 7, {
        cell: (row) => `${textIn(row, 'fiscalPeriod')} ${textIn(row, 'fiscalYear')}`.trim(),
      }),
      price('EPS', 'epsActual', 8),
      number('revenue', 'revenue', 8),
      number('net income', 'netIncome', 10),
      word('cur', 'currency', 3),
      day('ends', 'periodEnd', wide),
      price('basic', 'epsBasic', 8, wide),
      day('filed', 'filedAt', widest),
      word('form', 'form', 5, widest),
    ],
  },
  earningsCalendar: {
    empty: 'The calendar has no date.',
    columns: [
      day('expected', 'date'),
      word('session', 'session', 11, {
        cell: (row) => ownValue(sessionWords, textIn(row, 'session')) ?? textIn(row, 'session'),
      }),
      word('quarter', 'fiscalPeriod', 7, {
        cell: (row) => `${textIn(row, 'fiscalPeriod')} ${textIn(row, 'fiscalYear')}`.trim(),
      }),
      day('ends', 'periodEnd'),
      price('forecast', 'epsEstimate', 8),
      word('cur', 'currency', 3),
      number('revenue', 'revenueEstimate', 8, undefined, wide),
    ],
  },
  earningsPressReleases: {
    empty: 'No press releases.',
    columns: [
      day('filed', 'date'),
      day('reported', 'reportDate'),
      text('title', 'title', 56, { link: page }),
      text('items', 'items', 10, wide),
    ],
  },
  'risk.signals': {
    empty: 'No signals.',
    columns: [
      day('date', 'date'),
      text('kind', 'kind', 16, { cell: (row) => asWords(textIn(row, 'kind')) }),
      text('what', 'title', 48, { link: page }),
      text('because', 'reason', 24, wide),
    ],
  },
  segmentedRevenue: {
    empty: 'No segments reported.',
    columns: [
      // The rows state no fiscal year, and years that end in January are named after either year.
      day('ends', 'periodEnd'),
      word('split', 'axis', 10, { cell: (row) => asWords(textIn(row, 'axis')) }),
      text('part', 'name', 36, { link: page }),
      number('revenue', 'value', 8),
      word('cur', 'currency', 3),
      day('from', 'periodStart', wide),
      word('form', 'form', 5, widest),
      day('filed', 'filedAt', widest),
      text('tag', 'member', 24, widest),
    ],
  },
  relationships: {
    empty: 'No relationships reported.',
    columns: [
      word('kind', 'kind', 12, { cell: (row) => asWords(textIn(row, 'kind')) }),
      text('name', 'name', 22, { tone: () => 'bold', link: page }),
      text('detail', 'detail', 16),
      number('percent', 'percent', 7, percentText),
      number('shares', 'shares', 14, formatCountInFull),
      day('as of', 'date', wide),
      word('CIK', 'cik', 10, widest),
      word('LEI', 'lei', 20, widest),
    ],
  },
}

/** A value in percent as text, e.g. `12.34%`; a dash if it is not a number. */
export function percentText(value: unknown): string {
  return isNumber(value) ? `${value.toFixed(2)}%` : absent
}

/** The calendar quarter of a day. @example quarterOf('2026-09-30') // '2026-Q3' */
export function quarterOf(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? []
  return year === undefined ? date : `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/** Columns of `regulatory.filings` and `periodicFilings`. */
function filings(about: Column<Row>, items: readonly Column<Row>[]): Table<Row> {
  return {
    empty: 'No filings.',
    columns: [
      day('filed', 'filedAt'),
      word('form', 'form', 8),
      ...items,
      about,
      day('period', 'reportDate', wide),
      word('number', 'accessionNumber', 20, wide),
      text('document', 'url', 24, widest),
    ],
  }
}

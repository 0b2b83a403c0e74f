import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import {
  absent,
  formatChange,
  formatLarge,
  formatScore,
  isNumber,
} from '../../terminal/format/format-number.ts'
import { type Clock, instantText } from '../../terminal/format/instant.ts'
import type { Column, Table } from '../../terminal/format/table.ts'
import {
  asWords,
  day,
  formatCountInFull,
  number,
  page,
  percent,
  price,
  text,
  withDecimals,
  word,
  yesNo,
} from './columns.ts'

/** `from` of the columns that only a wide screen shows. */
const wide = { from: 120 } as const
const widest = { from: 200 } as const

/** The time of a post, in the zone of the reader. */
function when(clock: Clock): Column<Row> {
  return word('when', 'date', 13, { cell: ({ date }) => instantText(date, {}, clock) })
}

/** An amount of a currency that the header names. */
const usd = { align: 'right' } as const

/** Filings of `regulatory.filings` and `periodicFilings`. */
const filings = (about: Column<Row>, items: readonly Column<Row>[]): Table<Row> => ({
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
})

/** One committee and cycle a row. */
export const committees: Table<Row> = {
  empty: 'No committee matches.',
  columns: [
    word('cycle', 'cycle', 5),
    text('committee', 'committeeName', 30, { tone: () => 'bold' }),
    text('party', 'party', 12),
    number('raised, USD', 'totalRaised', 11, formatLarge, usd),
    day('to', 'coverageEnd'),
    word('type', 'committeeType', 12, wide),
    word('state', 'state', 5, wide),
    text('candidate', 'candidateName', 20, widest),
    word('id', 'committeeId', 9, widest),
  ],
}

/** One settlement date a row. */
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

/** Entries of lists of sanctions that a name may mean. */
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

/** Areas whose rows have days. */
const datedTables: Readonly<Record<string, Table<Row>>> = {
  'regulatory.filings': filings(text('about', 'description', 42, { link: page }), [
    text('items', 'items', 11),
  ]),
  periodicFilings: filings(text('about', 'title', 54, { link: page }), []),
  'regulatory.sanctions': sanctions,
  'regulatory.campaignFinance': committees,
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
  earningsPressReleases: {
    empty: 'No press releases.',
    columns: [
      day('filed', 'date'),
      day('reported', 'reportDate'),
      text('title', 'title', 56, { link: page }),
      text('items', 'items', 10, wide),
    ],
  },
  insiderTrades: {
    empty: 'No trades of insiders.',
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
      word('period', 'periodEnd', 8, { cell: periodText }),
      word('split', 'axis', 10, { cell: (row) => asWords(textIn(row, 'axis')) }),
      text('part', 'name', 36, { link: page }),
      number('revenue', 'value', 8),
      word('cur', 'currency', 3),
      day('from', 'periodStart', wide),
      day('to', 'periodEnd', wide),
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
  institutionalHoldings: holders,
  topHolders: holders,
  shortInterest,
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
  predictions: {
    empty: 'No predictions.',
    columns: [
      day('closes', 'closesAt'),
      word('yes or first', 'outcomes', 12, { cell: (row) => outcomeText(row, 0) }),
      word('traded', 'volume', 10, { cell: tradedText, align: 'right' }),
      text('question', 'question', 42, { link: page }),
      text('market', 'source', 10, wide),
      word('second', 'outcomes', 12, { cell: (row) => outcomeText(row, 1), ...widest }),
    ],
  },
  research: {
    empty: 'No research.',
    columns: [
      day('published', 'publishedAt'),
      text('title', 'title', 36, { link: page }),
      text('authors', 'authors', 20, { cell: authorsText }),
      number('cited', 'citations', 6, formatCountInFull),
      text('venue', 'venue', 24, wide),
      text('DOI', 'doi', 24, widest),
      word('found in', 'source', 9, widest),
    ],
  },
  'derivatives.futures': {
    empty: 'No positions reported.',
    columns: [
      day('date', 'date'),
      text('contract', 'market', 22),
      number('open', 'openInterest', 10, formatCountInFull),
      number('speculators', 'nonCommercialLong', 11, undefined, {
        cell: netOf('nonCommercialLong', 'nonCommercialShort'),
      }),
      number('hedgers', 'commercialLong', 10, undefined, {
        cell: netOf('commercialLong', 'commercialShort'),
      }),
      number('spec long', 'nonCommercialLong', 9, formatCountInFull, wide),
      number('spec short', 'nonCommercialShort', 10, formatCountInFull, wide),
      number('hedge long', 'commercialLong', 10, formatCountInFull, wide),
      number('hedge short', 'commercialShort', 11, formatCountInFull, wide),
    ],
  },
  'derivatives.futuresChain': {
    empty: 'No contracts.',
    columns: [
      day('expires', 'expiration'),
      word('symbol', 'symbol', 12),
      price('price', 'price', 10),
      number('change', 'change', 9, formatChange, { align: 'point' }),
      percent('change %', 'changePercent', 8),
      text('name', 'name', 24, wide),
      price('prev close', 'previousClose', 10, wide),
    ],
  },
  'derivatives.options': {
    empty: 'No options.',
    columns: [
      day('expires', 'expiration'),
      price('strike', 'strike', 8),
      word('type', 'type', 4, { cell: (row) => asWords(textIn(row, 'type')) }),
      price('bid', 'bid', 7),
      price('ask', 'ask', 7),
      price('last', 'last', 7),
      number('IV', 'impliedVolatility', 6, (iv) =>
        isNumber(iv) ? `${(iv * 100).toFixed(1)}%` : absent,
      ),
      number('open', 'openInterest', 7, formatCountInFull),
      number('delta', 'delta', 6, signedTo(3)),
      number('volume', 'volume', 7, formatCountInFull, wide),
      number('gamma', 'gamma', 6, withDecimals(4), wide),
      number('theta', 'theta', 7, withDecimals(3), wide),
      number('vega', 'vega', 6, withDecimals(3), widest),
      number('rho', 'rho', 6, withDecimals(3), widest),
      word('symbol', 'symbol', 20, widest),
    ],
  },
}

/** The columns of every area of an entity that is a list, by its name. */
export function areaTables(clock: Clock): Readonly<Record<string, Table<Row>>> {
  return {
    ...datedTables,
    news: {
      empty: 'No news.',
      columns: [
        when(clock),
        text('publisher', 'source', 16),
        text('headline', 'title', 46, { link: page }),
        word('language', 'language', 8, widest),
      ],
    },
    'social.reddit': posts(clock, text('title', 'title', 34, { link: page }), [
      number('replies', 'comments', 7, formatCountInFull),
    ]),
    'social.redditComments': posts(clock, text('title', 'text', 43, { link: page }), []),
    discussions: {
      empty: 'No discussions.',
      columns: [
        when(clock),
        number('points', 'points', 6, formatCountInFull),
        number('replies', 'comments', 7, formatCountInFull),
        word('kind', 'kind', 8),
        text('title', 'title', 38, { link: page }),
        word('from', 'source', 11, widest),
      ],
    },
  }
}

function posts(clock: Clock, title: Column<Row>, more: readonly Column<Row>[]): Table<Row> {
  return {
    empty: 'No posts.',
    columns: [
      when(clock),
      number('votes', 'score', 6, formatCountInFull),
      ...more,
      word('forum', 'subreddit', 12),
      title,
    ],
  }
}

/** Codes of form 4; others as the form writes them. */
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
  return sides[code] ?? code
}

/** The office, else what makes the owner an insider. */
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

/** The quarter that ends on the day: `2026-Q3`. */
function quarterText(row: Row): string {
  return quarterOf(textIn(row, 'reportedAt'))
}

/** @example quarterOf('2026-09-30') // '2026-Q3' */
export function quarterOf(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? []
  return year === undefined ? date : `${year}-Q${Math.ceil(Number(month) / 3)}`
}

/** The change of shares in percent of those before; `new` where there were none. */
function sharesChangeText({ shares, sharesChange }: Row): string {
  if (!isNumber(shares) || !isNumber(sharesChange)) return absent
  const before = shares - sharesChange
  if (before <= 0) return 'new'
  const change = (100 * sharesChange) / before
  return `${change > 0 ? '+' : ''}${change.toFixed(2)}%`
}

function percentText(value: unknown): string {
  return isNumber(value) ? `${value.toFixed(2)}%` : absent
}

/** A year by the year it ends in, a quarter by its months; else the day it ends. */
function periodText(row: Row): string {
  const [start, end] = [textIn(row, 'periodStart'), textIn(row, 'periodEnd')]
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
  if (days > 340 && days < 380) return `FY${end.slice(0, 4)}`
  return days > 80 && days < 100 ? quarterOf(end) : end
}

/** `PHASE2` is 2. */
function phaseText({ phases }: Row): string {
  if (!Array.isArray(phases)) return ''
  return phases.map((phase) => asWords(String(phase)).replace(/^phase ?/, '')).join(', ')
}

function authorsText({ authors }: Row): string {
  if (!Array.isArray(authors)) return ''
  return authors.length > 2 ? `${String(authors[0])} et al.` : authors.map(String).join(', ')
}

/** `Yes 62%`, the outcome of that place. */
export function outcomeText(row: Row, place: number): string {
  const outcomes = rowsOf(row['outcomes'])
  const yes = outcomes.findIndex((outcome) => /^yes$/i.test(textIn(outcome, 'name')))
  const order = yes > 0 ? [outcomes[yes]!, ...outcomes.filter((_, at) => at !== yes)] : outcomes
  const outcome = order[place]
  if (!outcome) return ''
  const { probability } = outcome
  return `${textIn(outcome, 'name')} ${isNumber(probability) ? `${Math.round(probability * 100)}%` : absent}`
}

/** The volume of a market in its currency; play money is not money. */
function tradedText(row: Row): string {
  if (!isNumber(row['volume'])) return absent
  const unit = row['isPlayMoney'] === true ? 'play' : textIn(row, 'currency')
  return `${formatLarge(row['volume'])} ${unit}`.trim()
}

function netOf(long: string, short: string): (row: Row) => string {
  return (row) => {
    const [bought, sold] = [row[long], row[short]]
    if (!isNumber(bought) || !isNumber(sold)) return absent
    const net = Math.round(bought - sold)
    return `${net > 0 ? '+' : ''}${formatCountInFull(net)}`
  }
}

function signedTo(decimals: number): (value: unknown) => string {
  return (value) => (isNumber(value) ? `${value > 0 ? '+' : ''}${value.toFixed(decimals)}` : absent)
}

/** Markets with more than two outcomes: what their block below the table is made of. */
export function manyOutcomes(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ outcomes }) => rowsOf(outcomes).length > 2)
}

/** The outcomes of one market, the likeliest first. */
export const outcomes: Table<Row> = {
  columns: [
    text('outcome', 'name', 40),
    number('probability', 'probability', 11, (share) =>
      isNumber(share) ? `${(share * 100).toFixed(1)}%` : absent,
    ),
  ],
}

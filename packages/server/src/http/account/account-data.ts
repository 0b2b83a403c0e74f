import { FiqError } from '@fiq/shared/errors'
import { formatUsdcPadded } from '@fiq/shared/money/usdc'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { orNames } from '@fiq/shared/spelling/name-list'
import { isActive } from '../../accounts/accounts.ts'
import { creditsIn } from '../../credits/credits.ts'
import type { KeyRow, Organisation } from '../../storage/accounts/access-store.ts'
import type { AreaUsageRow, LedgerEntry } from '../../storage/credits/credit-store.ts'
import type { AccountParts } from '../keys-bearer.ts'
import { type Column, countColumn } from '../layout/data-table.ts'

/** Time spans of the account page, in days including today. */
export const spans = [
  [7, '7 days'],
  [30, '30 days'],
  [366, '1 year'],
] as const

const dayMs = 86_400_000
/** Maximum rows of one file. */
export const statementMax = 10_000
const boughtMax = 20

/** Usage of one day. `groups`: credits by {@link groupsShown}. */
export type DayUsage = {
  day: string
  groups: readonly number[]
  operations: number
  credits: number
}
export type AreaUsage = { group: string; area: string; operations: number; credits: number }
export type KeyUsage = KeyRow & { isActive: boolean; credits: number; lastAt: number | undefined }

export type Account = {
  organisation: Organisation
  days: number
  left: number
  pending: number
  /** Every day of the span, oldest first. */
  usage: readonly DayUsage[]
  groups: readonly string[]
  areas: readonly AreaUsage[]
  operations: number
  used: number
  keys: readonly KeyUsage[]
  bought: readonly LedgerEntry[]
}

/** @throws FiqError `BAD_INPUT` */
export function readSpan(text = '30'): number {
  const span = spans.find(([days]) => String(days) === text)
  if (span) return span[0]
  throw new FiqError('BAD_INPUT', `days is one of ${orNames(spans.map(([days]) => String(days)))}.`)
}

/** Start of the first day of a span, Unix milliseconds. */
export function spanStart(days: number, nowMs: number): number {
  return (Math.floor(nowMs / dayMs) - days + 1) * dayMs
}

/** Reads all data of the account page. The sums by day and by area use the same rows. */
export async function readAccount(
  organisation: Organisation,
  days: number,
  { access: { accounts, credits } }: AccountParts,
): Promise<Account> {
  const { store, nowMs } = accounts
  const { id } = organisation
  const now = nowMs()
  const sinceMs = spanStart(days, now)
  const [balance, pending, rows, byKey, keys, bought] = await Promise.all([
    credits.balance(id),
    credits.pending(id),
    store.usageByArea(id, sinceMs),
    store.usageByKey(id, sinceMs),
    store.keys(id),
    store.entries(id, { sinceMs: 0, limit: boughtMax, isBought: true }),
  ])
  const hasUnknown = rows.some(({ area }) => area === '')
  const groups = [...areaGroups.map(({ name }) => name), ...(hasUnknown ? [unknownGroup] : [])]
  const usage = Array.from({ length: days }, (_, place) => {
    const day = new Date(sinceMs + place * dayMs).toISOString().slice(0, 10)
    return { day, groups: groups.map(() => 0), operations: 0, credits: 0 }
  })
  for (const { day, area, operations, credits: spent } of rows) {
    // If the clock was set back, rows of later days may exist. They count as today.
    const of = usage[(Date.parse(day) - sinceMs) / dayMs] ?? usage.at(-1)!
    of.operations += operations
    of.credits += spent
    of.groups[groups.indexOf(groupOf(area))]! += spent
  }
  const sum = (of: 'operations' | 'credits') => usage.reduce((all, each) => all + each[of], 0)
  const spentBy = new Map(byKey.map((row) => [row.key, row]))
  return {
    organisation,
    days,
    left: creditsIn(balance),
    pending,
    usage,
    groups,
    bought,
    areas: byArea(rows).map((row) => ({ group: groupOf(row.area), ...row })),
    operations: sum('operations'),
    used: sum('credits'),
    keys: keys.toReversed().map((row) => ({
      ...row,
      isActive: isActive(row, now),
      credits: spentBy.get(row.id)?.credits ?? 0,
      lastAt: spentBy.get(row.id)?.lastAt,
    })),
  }
}

/** Sums days by area, most credits first. An empty name: debits without a recorded area. */
export function byArea(
  rows: readonly AreaUsageRow[],
): readonly { area: string; operations: number; credits: number }[] {
  return [...Map.groupBy(rows, ({ area }) => area)]
    .map(([area, days]) => ({
      area,
      operations: days.reduce((sum, each) => sum + each.operations, 0),
      credits: days.reduce((sum, each) => sum + each.credits, 0),
    }))
    .sort((a, b) => b.credits - a.credits || (a.area < b.area ? -1 : 1))
}

/** @example usdcOf(-5) // '-0.015' */
export function usdcOf(credits: number): string {
  const amount = formatUsdcPadded(BigInt(Math.abs(credits)) * atomicPerCredit)
  return credits < 0 ? `-${amount}` : amount
}

/** @example utcText(0) // '1970-01-01 00:00:00' */
export function utcText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}

const kinds: Readonly<Record<LedgerEntry['kind'], string>> = {
  topup: 'bought',
  grant: 'granted by the operator',
  claim: 'for an owed answer',
  refund: 'given back',
  debit: 'query',
  allotment: 'monthly allotment',
  expiry: 'allotment expired',
}

/** Columns of the statement, which lists the ledger entries, newest first. */
export function statementColumns(keys: readonly KeyRow[]): readonly Column<LedgerEntry>[] {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return [
    { name: 'Time (UTC)', is: 'head', value: ({ createdAt }) => utcText(createdAt) },
    { name: 'Entry', value: ({ kind }) => kinds[kind] },
    { name: 'About', value: ({ note = '' }) => note.replace('\n', ': ') },
    { name: 'Key', value: ({ key }) => (key === undefined ? '' : (names.get(key) ?? '')) },
    { name: 'Credits', is: 'number', value: ({ credits }) => credits },
    { name: 'USDC', is: 'number', value: ({ credits }) => usdcOf(credits) },
    { name: 'Reference', value: ({ reference = '' }) => reference },
  ]
}

/** Columns of the usage by day, for the file of the chart. */
export function dayColumns(groups: readonly string[]): readonly Column<DayUsage>[] {
  return [
    { name: 'Day (UTC)', is: 'head', value: ({ day }) => day },
    ...groups.map((name, place) =>
      countColumn<DayUsage>(name, (row) => row.groups[place] ?? 0, name.toLowerCase()),
    ),
    queries((row) => row.operations),
    credits((row) => row.credits),
  ]
}

/** Columns of the usage by area, for the file of the table. */
export const areaColumns: readonly Column<AreaUsage>[] = [
  { name: 'Area', is: 'head', value: ({ area }) => area || 'not recorded' },
  { name: 'Group', value: ({ group }) => group },
  queries((row) => row.operations),
  credits((row) => row.credits),
  { name: 'USDC', is: 'number', unit: 'USDC', value: ({ credits }) => usdcOf(credits) },
]

function queries<row>(value: (row: row) => number): Column<row> {
  return countColumn('Queries', value, ['query', 'queries'])
}

function credits<row>(value: (row: row) => number): Column<row> {
  return countColumn('Credits', value, ['credit', 'credits'])
}

/** Groups of data areas, in the order of the account page. */
export const areaGroups: readonly { name: string; areas: readonly string[] }[] = [
  {
    name: 'Market',
    areas: [
      ...['quotes', 'price-history', 'technicals', 'risk', 'market-status', 'screen'],
      ...['search-entities', 'derivatives', 'short-interest', 'sp500-multiples', 'factor-returns'],
    ],
  },
  {
    name: 'Company',
    areas: [
      ...['entities', 'financials', 'periodic-filings', 'filings', 'earnings', 'executives'],
      ...['earnings-press-releases', 'insider-trades', 'segmented-revenue', 'relationships'],
      ...['institutional-holdings', 'sanctions-screen', 'regulatory', 'campaign-finance'],
      ...['fda-events', 'litigation', 'government-contracts', 'clinical-trials', 'analyst'],
      ...['news', 'social', 'discussions', 'predictions', 'research'],
    ],
  },
  {
    name: 'Macro',
    areas: [
      ...['gdp', 'inflation', 'interest-rates', 'macro-series', 'balance-of-payments'],
      'treasury-yields',
    ],
  },
]

/** Group of debits without a recorded area. Earlier versions did not record it. */
export const unknownGroup = 'Not recorded'

/** The group of an area; {@link unknownGroup} for an empty name. */
export function groupOf(area: string): string {
  if (area === '') return unknownGroup
  return areaGroups.find(({ areas }) => areas.includes(area))?.name ?? 'Company'
}

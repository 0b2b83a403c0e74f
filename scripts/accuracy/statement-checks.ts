import { balanceSheet } from '../../packages/server/src/sources/statements/balance-sheet-items.ts'
import { cashFlow } from '../../packages/server/src/sources/statements/cash-flow-items.ts'
import { daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import { incomeStatement } from '../../packages/server/src/sources/statements/income-items.ts'
import {
  type StatementRow,
  statementRows,
} from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { AccuracyArea } from './accuracy-page.ts'
import { checkFiled } from './filed-checks.ts'
import { type RealFiler, realFiler, realFilerFiles } from './filers.ts'
import { checkLabels, checkYearName } from './label-checks.ts'
import { checkOperations } from './operations-checks.ts'
import { createTally, type Tally } from './tally.ts'

/** Checks every statement of a filer, and counts right and wrong values. */
export function checkStatements({ name, facts, raw }: RealFiler, tally: Tally): void {
  const rows = {
    income: both(incomeStatement),
    balance: both(balanceSheet),
    cash: both(cashFlow),
  }
  for (const [statement, { ANNUAL, QUARTERLY }] of Object.entries(rows)) {
    checkLabels(`${name} ${statement} years`, ANNUAL, tally)
    checkLabels(`${name} ${statement} quarters`, QUARTERLY, tally)
  }
  for (const { ANNUAL } of Object.values(rows))
    for (const row of ANNUAL) checkYearName(name, row, tally)
  checkYears(name, rows.income.ANNUAL, raw, tally)
  for (const row of [...rows.income.ANNUAL, ...rows.income.QUARTERLY]) checkShares(name, row, tally)
  for (const row of rows.balance.QUARTERLY)
    for (const sum of balanceParts) checkParts(name, row, sum, tally)
  checkOperations(name, facts, rows.cash.ANNUAL, tally)
  for (const statement of [incomeStatement, balanceSheet, cashFlow])
    checkFiled(name, { facts, raw }, statement, tally)
  for (const [statement, { ANNUAL, QUARTERLY }] of Object.entries(rows))
    for (const row of new Set([...ANNUAL, ...QUARTERLY]))
      for (const sum of sums[statement as keyof typeof sums]) checkSum(name, row, sum, tally)

  function both(statement: typeof incomeStatement) {
    return {
      ANNUAL: statementRows(facts, statement, 'ANNUAL'),
      QUARTERLY: statementRows(facts, statement, 'QUARTERLY'),
    }
  }
}

/** Checks that every year has a row if an annual report states its net income. */
function checkYears(
  name: string,
  rows: readonly StatementRow[],
  raw: RealFiler['raw'],
  tally: Tally,
): void {
  const concepts = ['NetIncomeLoss', 'ProfitLoss', 'ProfitLossAttributableToOwnersOfParent']
  const found = concepts.flatMap((concept) =>
    [raw['us-gaap'], raw['ifrs-full']].flatMap((taxonomy) =>
      Object.values(taxonomy?.[concept]?.units ?? {}).flat(),
    ),
  )
  const ends = new Set(
    found
      .filter(({ form }) => /^(?:10-K|20-F|40-F)/.test(form))
      .filter(({ start, end }) => {
        const days = start ? daysBetween(start, end) + 1 : 0
        return days >= 350 && days <= 380
      })
      .map(({ end }) => end),
  )
  for (const end of ends)
    tally.count(
      'each full year has a row',
      rows.some(({ endDate }) => Math.abs(daysBetween(endDate, end)) <= 7),
      `${name} ${end}`,
    )
}

function checkShares(name: string, row: StatementRow, tally: Tally): void {
  const [shares, eps] = [row['sharesBasic'], row['epsBasic']]
  const isMarked = row.unsupported.includes('netIncomeToCommon')
  const toCommon = isMarked ? null : row['netIncomeToCommon']
  const income = toCommon ?? row['netIncome']
  if (typeof income !== 'number' || typeof shares !== 'number' || typeof eps !== 'number') return
  if (shares === 0) return
  const computed = income / shares
  const isRight = Math.abs(computed - eps) <= 0.01 + 0.02 * Math.abs(eps)
  // The income of the owners may differ from the one that earnings per share are computed from.
  if (isMarked && !isRight) return
  const at = `${name} ${row.fiscalPeriod} ${row.endDate}`
  tally.count('net income over shares is EPS', isRight, `${at}: ${computed.toFixed(3)}, EPS ${eps}`)
}

/** Parts of a total. A part that begins with `-` is subtracted; one that ends in `?` may be absent. */
type Sum = { property: string; parts: readonly string[]; total: string }

const sums = {
  income: [
    {
      property: 'revenue less its cost is gross profit',
      parts: ['revenue', '-costOfRevenue'],
      total: 'grossProfit',
    },
  ],
  balance: [
    {
      property: 'liabilities and equity equal the assets',
      parts: ['liabilitiesAndEquity'],
      total: 'totalAssets',
    },
    {
      property: 'liabilities and all equity sum to the sheet',
      parts: ['totalLiabilities', 'mezzanineEquity?', 'totalEquity'],
      total: 'liabilitiesAndEquity',
    },
  ],
  cash: [
    {
      property: 'cash flows sum to the change in cash',
      parts: [
        'operatingCashFlow',
        'investingCashFlow',
        'financingCashFlow',
        'effectOfExchangeRates?',
      ],
      total: 'netChangeInCash',
    },
  ],
} satisfies Record<string, Sum[]>

/** Parts that together never exceed a total. */
const balanceParts: readonly Sum[] = [
  {
    property: 'current assets hold their parts',
    parts: [
      'cashAndEquivalents',
      'shortTermInvestments',
      'accountsReceivable',
      'inventory',
      'otherCurrentAssets',
    ],
    total: 'currentAssets',
  },
  {
    property: 'assets hold their parts',
    parts: [
      'currentAssets',
      'propertyPlantAndEquipment',
      'operatingLeaseAssets',
      'goodwill',
      'intangibleAssets',
      'longTermInvestments',
      'otherNoncurrentAssets',
    ],
    total: 'totalAssets',
  },
  {
    property: 'current liabilities hold their parts',
    parts: [
      'accountsPayable',
      'accruedLiabilities',
      'deferredRevenueCurrent',
      'shortTermDebt',
      'currentPortionOfLongTermDebt',
    ],
    total: 'currentLiabilities',
  },
  {
    property: 'liabilities hold their parts',
    parts: [
      'currentLiabilities',
      'longTermDebt',
      'operatingLeaseLiabilitiesNoncurrent',
      'otherNoncurrentLiabilities',
    ],
    total: 'totalLiabilities',
  },
]

function checkSum(name: string, row: StatementRow, sum: Sum, tally: Tally): void {
  const values = sum.parts.map((part) => partOf(row, part))
  const whole = row[sum.total]
  if (values.includes(null) || typeof whole !== 'number') return
  if (row.unsupported.some((field) => field === sum.total || sum.parts.includes(field))) return
  const all = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const isRight = Math.abs(all - whole) <= slackOf(whole, values.map(Number))
  tally.count(sum.property, isRight, `${nameOf(name, row)}: ${all}, ${sum.total} ${whole}`)
}

function partOf(row: StatementRow, part: string): number | null {
  const value = row[part.replace(/^-|\?$/g, '')]
  if (typeof value !== 'number') return part.endsWith('?') ? 0 : null
  return part.startsWith('-') ? -value : value
}

function checkParts(name: string, row: StatementRow, sum: Sum, tally: Tally): void {
  const whole = row[sum.total]
  const values = sum.parts
    .filter((part) => !row.unsupported.includes(part))
    .map((part) => row[part])
    .filter((value) => typeof value === 'number')
  if (typeof whole !== 'number' || values.length < 2) return
  const all = values.reduce((total, value) => total + value, 0)
  const isRight = all <= whole + slackOf(whole)
  tally.count(sum.property, isRight, `${nameOf(name, row)}: ${all}, ${sum.total} ${whole}`)
}

function nameOf(name: string, { fiscalPeriod, endDate }: StatementRow): string {
  return `${name} ${fiscalPeriod} ${endDate}`
}

/**
 * The tolerance for rounding: most figures are rounded to thousands or millions, and a later report
 * may round a part further. Small parts may be round by chance.
 */
function slackOf(whole: number, parts: readonly number[] = []): number {
  const unitOf = (value: number, least: number) =>
    [1_000_000, 100_000, 1_000].find((unit) => value % unit === 0 && value >= least * unit) ?? 1
  return 3 * Math.max(unitOf(Math.abs(whole), 0), ...parts.map((part) => unitOf(part, 1_000)))
}

/** Checks all real filers. Takes some seconds. */
export function statementsArea(): AccuracyArea {
  const tally = createTally()
  for (const file of realFilerFiles()) checkStatements(realFiler(file), tally)
  return {
    area: 'Financial statements',
    truth:
      'the totals of the statements themselves, in the whole facts of 7 filers and in 75 single reports. A line that the answer marks as unsupported is not counted. Lines do not sum to the cash flow of operations if the report has lines of its own taxonomy: company facts contain only the common one.',
    rows: tally.rows(),
  }
}

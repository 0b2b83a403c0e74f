import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import {
  formatLarge,
  formatPercent,
  formatPrice,
  isNumber,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { pad, textWidth, truncate } from '../../terminal/format/text-width.ts'

/** Names of the lines of a statement, in its order. */
type Lines = Readonly<Record<string, string>>

const income: Lines = {
  revenue: 'revenue',
  costOfRevenue: 'cost of revenue',
  grossProfit: 'gross profit',
  researchAndDevelopment: 'research, development',
  sellingGeneralAndAdministrative: 'selling, general, admin.',
  sellingAndMarketing: 'selling, marketing',
  generalAndAdministrative: 'general, admin.',
  operatingExpenses: 'operating expenses',
  costsAndExpenses: 'costs and expenses',
  operatingIncome: 'operating income',
  interestExpense: 'interest expense',
  nonoperatingIncome: 'other income',
  incomeBeforeTax: 'income before tax',
  incomeTax: 'income tax',
  netIncome: 'net income',
  netIncomeToCommon: 'net income to common',
  comprehensiveIncome: 'comprehensive income',
  epsBasic: 'EPS basic',
  epsDiluted: 'EPS diluted',
  sharesBasic: 'shares basic',
  sharesDiluted: 'shares diluted',
  dividendsPerShare: 'dividends a share',
}

const balanceSheet: Lines = {
  cashAndEquivalents: 'cash',
  shortTermInvestments: 'short-term investments',
  accountsReceivable: 'receivables',
  inventory: 'inventory',
  otherCurrentAssets: 'other current assets',
  currentAssets: 'current assets',
  propertyPlantAndEquipment: 'property, equipment',
  operatingLeaseAssets: 'leased assets',
  goodwill: 'goodwill',
  intangibleAssets: 'intangibles',
  longTermInvestments: 'long-term investments',
  otherNoncurrentAssets: 'other assets',
  totalAssets: 'assets',
  accountsPayable: 'payables',
  accruedLiabilities: 'accrued liabilities',
  deferredRevenueCurrent: 'deferred revenue',
  shortTermDebt: 'short-term debt',
  currentPortionOfLongTermDebt: 'debt due in a year',
  currentLiabilities: 'current liabilities',
  longTermDebt: 'long-term debt',
  operatingLeaseLiabilitiesNoncurrent: 'lease liabilities',
  otherNoncurrentLiabilities: 'other liabilities',
  totalLiabilities: 'liabilities',
  mezzanineEquity: 'redeemable shares',
  commonStock: 'common stock',
  retainedEarnings: 'retained earnings',
  accumulatedOtherComprehensiveIncome: 'other income held',
  stockholdersEquity: 'equity',
  totalEquity: 'equity with minorities',
  liabilitiesAndEquity: 'liabilities and equity',
  sharesOutstanding: 'shares outstanding',
}

const cashFlow: Lines = {
  netIncome: 'net income',
  depreciationAndAmortization: 'depreciation',
  stockBasedCompensation: 'paid in shares',
  deferredIncomeTax: 'deferred tax',
  changeInReceivables: 'more receivables',
  changeInInventory: 'more inventory',
  changeInPayables: 'more payables',
  operatingCashFlow: 'operating cash',
  capitalExpenditures: 'capital spending',
  acquisitions: 'acquisitions',
  purchasesOfInvestments: 'securities bought',
  investingCashFlow: 'investing cash',
  dividendsPaid: 'dividends paid',
  stockRepurchased: 'own shares bought',
  stockIssued: 'shares issued',
  debtIssued: 'debt issued',
  debtRepaid: 'debt repaid',
  financingCashFlow: 'financing cash',
  effectOfExchangeRates: 'exchange rates',
  netChangeInCash: 'change of cash',
  freeCashFlow: 'free cash',
  incomeTaxesPaid: 'taxes paid',
  interestPaid: 'interest paid',
}

/** The lines of each statement, by its field. */
export const statementLines: Readonly<Record<string, Lines>> = { income, balanceSheet, cashFlow }

/** Lines of the brief view, from all statements. */
const brief: Lines = {
  revenue: 'revenue',
  operatingIncome: 'operating income',
  netIncome: 'net income',
  epsDiluted: 'EPS diluted',
  operatingCashFlow: 'operating cash',
  stockholdersEquity: 'equity',
}

/** Figures per share, which are not shown in millions. */
const perShare: ReadonlySet<string> = new Set(['epsBasic', 'epsDiluted', 'dividendsPerShare'])

/** Number of periods that fit on the screen. */
export function periodsMax({ columns }: Screen): number {
  if (columns >= 200) return 9
  if (columns >= 120) return 6
  return columns >= 60 ? 4 : 2
}

/** One statement with its periods as columns, newest first. Omits lines without a figure. */
export function statementTable(name: string, rows: readonly Row[], screen: Screen): string {
  return periodTable(rows.slice(0, periodsMax(screen)), statementLines[name] ?? {}, screen)
}

/** The last years in six lines from all statements, with the change against the previous year. */
export function briefStatements(financials: Row, screen: Screen): string | undefined {
  const years = screen.columns >= 120 ? 4 : 2
  /** Rows by the last day of their period. */
  const byPeriod = new Map<string, Row>()
  for (const statement of Object.keys(statementLines))
    for (const row of rowsOf(financials[statement])) {
      const end = textIn(row, 'endDate')
      const merged = byPeriod.get(end) ?? {}
      const derived = [...derivedIn(merged), ...derivedIn(row)]
      byPeriod.set(end, { ...row, ...merged, derived })
    }
  const rows = [...byPeriod.values()].toSorted((a, b) =>
    textIn(a, 'endDate') < textIn(b, 'endDate') ? 1 : -1,
  )
  if (rows.length === 0) return undefined
  return periodTable(rows.slice(0, years), brief, screen, ', fiscal years', rows.length > 1)
}

function periodTable(
  rows: readonly Row[],
  lines: Lines,
  screen: Screen,
  basis = '',
  hasChange = false,
): string {
  const [newest, before] = rows
  if (!newest) return 'No statements.'
  const currency = `${textIn(newest, 'currency')}${basis}`
  const shown = Object.entries(lines).filter(([field]) => rows.some((row) => isNumber(row[field])))
  const cells = shown.map(([field, name]) => {
    const isDerived = rows.some((row) => derivedIn(row).includes(field))
    const format = perShare.has(field) ? formatPrice : formatLarge
    return {
      name: isDerived ? `${name} *` : name,
      values: rows.map((row) => format(row[field])),
      change: hasChange ? changeOn(newest[field], before?.[field]) : null,
    }
  })
  const names = [currency, ...cells.map(({ name }) => name)]
  const widthLeft = Math.max(12, screen.columns - rows.length * 9 - (hasChange ? 10 : 0))
  const width = Math.min(widthLeft, Math.max(...names.map(textWidth)))
  const line = (name: string, values: readonly string[]) =>
    [
      pad(truncate(name, width), width, 'left'),
      ...values.map((text) => pad(text, 7, 'right')),
    ].join('  ')
  const header = line(currency, [...rows.map(periodOf), ...(hasChange ? ['change'] : [])])
  return [
    paint(header, 'dim', screen.colour),
    ...cells.map(({ name, values, change }) => {
      const text = formatPercent(change)
      const last = paint(pad(text, 7, 'right'), toneOf(change), screen.colour)
      return hasChange ? `${line(name, values)}  ${last}` : line(name, values)
    }),
  ].join('\n')
}

/** Change in percent of the absolute earlier value, so that a smaller loss is a gain. */
function changeOn(now: unknown, before: unknown): number | null {
  if (!isNumber(now) || !isNumber(before) || before === 0) return null
  return (100 * (now - before)) / Math.abs(before)
}

/** `FY2025`, `2026-Q3`, or else the last day of the period. */
function periodOf(row: Row): string {
  const [year, period] = [textIn(row, 'fiscalYear'), textIn(row, 'fiscalPeriod')]
  if (year === '' || period === '') return textIn(row, 'endDate')
  return period === 'FY' ? `FY${year}` : `${year}-${period}`
}

function derivedIn({ derived }: Row): readonly unknown[] {
  return Array.isArray(derived) ? derived : []
}

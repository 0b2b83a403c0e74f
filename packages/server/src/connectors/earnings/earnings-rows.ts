import type { StatementRow } from '../../sources/statements/statement-rows.ts'

/**
 * Earnings of one quarter, or of a year if the filer reports no quarters. In the filer's currency,
 * unscaled.
 */
export type EarningsQuarter = {
  fiscalYear: number | null
  fiscalPeriod: string | null
  periodEnd: string
  epsDiluted: number | null
  epsBasic: number | null
  revenue: number | null
  netIncome: number | null
  currency: string
  /** Day of the latest filing with the figures. */
  filedAt: string
  form: string
  /** Names of the fields that were computed from reported ones. */
  derived: readonly string[]
} & Pick<StatementRow, 'shareBasisFrom' | 'splitFactor' | 'restatements'>

/** Figures of a quarter that later reports may change. */
export const restatedFields = ['epsDiluted', 'epsBasic', 'revenue', 'netIncome']

/**
 * The quarters of an income statement, newest first. Filers report no earnings per share for a
 * fourth quarter. It is computed as the year minus the other three quarters, if the result agrees
 * with net income divided by shares. Otherwise it is `null`: reported figures do not add up if a
 * split occurred between the filings.
 *
 * @param quarters oldest first, as in the statements
 * @param years whole years in the same form
 */
export function earningsQuarters(
  quarters: readonly StatementRow[],
  years: readonly StatementRow[],
): EarningsQuarter[] {
  const yearEnding = new Map(years.map((year) => [year.endDate, year]))
  return quarters
    .map((quarter, index) => {
      const year = yearEnding.get(quarter.endDate)
      const before = quarters
        .slice(Math.max(0, index - 3), index)
        .filter(({ fiscalYear }) => fiscalYear === quarter.fiscalYear)
      const diluted = perShare(quarter, year, before, 'epsDiluted', 'sharesDiluted')
      const basic = perShare(quarter, year, before, 'epsBasic', 'sharesBasic')
      const perShareNames = [
        ...(quarter['epsDiluted'] === null && diluted !== null ? ['epsDiluted'] : []),
        ...(quarter['epsBasic'] === null && basic !== null ? ['epsBasic'] : []),
      ]
      const own = quarter.derived.filter((name) => name === 'revenue' || name === 'netIncome')
      return {
        fiscalYear: quarter.fiscalYear,
        fiscalPeriod: quarter.fiscalPeriod,
        periodEnd: quarter.endDate,
        epsDiluted: diluted,
        epsBasic: basic,
        revenue: numberOf(quarter, 'revenue'),
        netIncome: numberOf(quarter, 'netIncome'),
        currency: quarter.currency,
        filedAt: quarter.filed,
        form: quarter.form,
        derived: [...own, ...perShareNames],
        shareBasisFrom: quarter.shareBasisFrom,
        splitFactor: quarter.splitFactor,
        restatements: quarter.restatements.filter(({ field }) => restatedFields.includes(field)),
      }
    })
    .reverse()
}

/** Tolerance for a difference of rounded figures. */
const slack = { absolute: 0.03, relative: 0.05 }

function perShare(
  quarter: StatementRow,
  year: StatementRow | undefined,
  before: readonly StatementRow[],
  eps: string,
  shares: string,
): number | null {
  const reported = numberOf(quarter, eps)
  if (reported !== null || !year) return reported
  const parts = before.map((row) => numberOf(row, eps))
  const [whole, income, count] = [
    numberOf(year, eps),
    numberOf(quarter, 'netIncome'),
    numberOf(year, shares),
  ]
  if (parts.length < 3 || whole === null || income === null || !count) return null
  const rest = parts.reduce<number | null>(
    (left, part) => (left === null || part === null ? null : left - part),
    whole,
  )
  if (rest === null) return null
  const expected = income / count
  const allowed = slack.absolute + slack.relative * Math.abs(expected)
  return Math.abs(rest - expected) <= allowed ? Math.round(rest * 10_000) / 10_000 : null
}

function numberOf(row: StatementRow, field: string): number | null {
  const value = row[field]
  return typeof value === 'number' ? value : null
}

import type { LineItem, Statement } from '../../sources/statements/line-item.ts'

/**
 * The schema type of a statement, from its table of lines.
 *
 * @example statementSdl('CashFlowStatement', 'The cash flow statement of one period.', cashFlow)
 */
export function statementSdl(name: string, meaning: string, { kind, items }: Statement): string {
  const hasShares = items.some(({ unit }) => unit !== 'money')
  const lines = items.map(
    ({ field, meaning, unit }) => `      "${meaning} ${counted[unit]}"\n      ${field}: Float`,
  )
  return `
    "${meaning} Amounts as the latest filing reports them; null where it reports none. Shares and figures per share are on the basis of the newest report, unless asReported is given."
    type ${name} {
      "The filer's fiscal year that ends with or after the period."
      fiscalYear: Int
      "FY for a year, Q1 to Q4 for a quarter of the fiscal year."
      fiscalPeriod: String
${kind === 'duration' ? '      "First day of the period."\n      startDate: String\n' : ''}\
      "${kind === 'duration' ? 'Last day of the period.' : 'Day of the balance.'}"
      endDate: String!
      "Day of the latest filing any value of the row comes from."
      filed: String!
      "Form of that filing, e.g. 10-K."
      form: String!
      "SEC accession number of that filing."
      accession: String!
      "Currency of the amounts, ISO 4217."
      currency: String!
      "Fields of the row that are computed from reported ones, e.g. a fourth quarter."
      derived: [String!]!
      "Fields that no sum of the statement supports: figures of notes, which may be part of another line, and lines for which the filer states several figures."
      unsupported: [String!]!
${hasShares ? shareBasisSdl : ''}\
      "With knownOn: the figures that later reports changed. Empty without it."
      restatements: [Restatement!]!
${lines.join('\n')}
    }
`
}

const shareBasisSdl = `      "Day of the first report on the share basis of the row, after the last split that the reports show; null where they show none."
      shareBasisFrom: String
      "Shares of that basis for one share as filed: figures per share are divided by it, shares multiplied."
      splitFactor: Float!
`

const counted: Readonly<Record<LineItem['unit'], string>> = {
  money: 'In whole units of the currency.',
  'per-share': 'In the currency.',
  shares: 'A number of shares.',
}

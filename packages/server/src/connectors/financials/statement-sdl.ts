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
    "${meaning} Amounts are from the latest filing that reports them. A line is null if no filing reports it and it cannot be computed.${hasShares ? shareMeaning : ''}"
    type ${name} {
      "Fiscal year of the filer that contains the period. Null if the period belongs to no known fiscal year."
      fiscalYear: Int
      "FY for a year, Q1 to Q4 for a quarter of the fiscal year. Null as for fiscalYear."
      fiscalPeriod: String
${kind === 'duration' ? '      "First day of the period, ISO 8601."\n      startDate: String\n' : ''}\
      "${kind === 'duration' ? 'Last day of the period, ISO 8601.' : 'Day of the balance, ISO 8601.'}"
      endDate: String!
      "Filing date of the latest filing that a value of the row comes from, ISO 8601."
      filed: String!
      "Form of that filing, e.g. 10-K."
      form: String!
      "SEC accession number of that filing."
      accession: String!
      "Currency of the amounts, ISO 4217."
      currency: String!
      "Names of fields that the server computed from reported values, e.g. those of a fourth quarter: the year minus nine months, or a field that is the sum of two lines of the report."
      derived: [String!]!
      "Names of fields that no sum of the statement confirms: values from notes, which may be part of another line, lines with several reported values, lines that together exceed their total, and a total that is not the sum of its lines."
      unsupported: [String!]!
${hasShares ? shareBasisSdl : ''}\
      "With knownOn: the values that reports after that day changed. Empty without knownOn."
      restatements: [Restatement!]!
${lines.join('\n')}
    }
`
}

const shareMeaning =
  ' Shares and figures per share are adjusted for later splits (with knownOn, for splits up to that day), unless asReported is true.'

const shareBasisSdl = `      "Filing date of the first report after the last split that the row is adjusted for, ISO 8601. Null if the reports show no such split."
      shareBasisFrom: String
      "Split adjustment of the row: number of shares now for one share as filed. Filed shares are multiplied by it, filed figures per share divided. 1 if there was no later split, or if asReported is true."
      splitFactor: Float!
`

const counted: Readonly<Record<LineItem['unit'], string>> = {
  money: 'In whole units of the currency, e.g. dollars.',
  'per-share': 'In units of the currency per share.',
  shares: 'A number of shares.',
}

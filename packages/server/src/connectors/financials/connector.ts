import { FiqError } from '@fiq/shared/errors'
import { arrayFilterBounds, arrayFilterOf, cutPage } from '../../sources/array-filter.ts'
import type { Connector, ConnectorField } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { balanceSheet } from '../../sources/statements/balance-sheet-items.ts'
import { cashFlow } from '../../sources/statements/cash-flow-items.ts'
import {
  companyFacts,
  type Filer,
  filedOn,
  filedStatements,
  type StatementName,
  type Statements,
  type StatementVersion,
} from '../../sources/statements/filed-statements.ts'
import { incomeStatement } from '../../sources/statements/income-items.ts'
import type { StatementPeriod } from '../../sources/statements/statement-rows.ts'
import { statementSdl } from './statement-sdl.ts'

/** Maximum restatements of a row: one for each line. */
const linesMax = Math.max(
  ...[incomeStatement, balanceSheet, cashFlow].map(({ items }) => items.length),
)

/** Income statement, balance sheet and cash flow of SEC filers, from their XBRL facts. */
export const financials: Connector = {
  area: 'financials',
  category: 'market',
  upstreams: [companyFacts],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Financial statements as filed with the SEC in XBRL. Null, with an error, for entities that do not file with the SEC."
      financials(
        "Uses only filings up to this day, ISO 8601, so the figures are as they were known then. restatements lists later changes."
        knownOn: String
        "true: shares and figures per share as filed. false: adjusted for later splits."
        asReported: Boolean = false
      ): Financials
    }

    "Financial statements, newest first. since and until bound the last day of the period."
    type Financials {
      "Income statements."
      income(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [IncomeStatement!]
      "Balance sheets."
      balanceSheet(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [BalanceSheet!]
      "Cash flow statements."
      cashFlow(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [CashFlowStatement!]
    }

    "Length of the period of a statement."
    enum FinancialPeriod {
      ANNUAL
      QUARTERLY
    }
    ${statementSdl('IncomeStatement', 'The income statement of one period.', incomeStatement)}
    ${statementSdl('BalanceSheet', 'The balance sheet of one day.', balanceSheet)}
    ${statementSdl('CashFlowStatement', 'The cash flow statement of one period.', cashFlow)}
  `,
  fields: {
    'Entity.financials': {
      rate: { credits: 0 },
      sources: [],
      bounds: knownOnBounds,
      rowsBelow: (args) => ({ restatements: knownOnOf(args) ? linesMax : 0 }),
      async resolve(parent, args) {
        const version = { knownOn: knownOnOf(args), asReported: args['asReported'] === true }
        return { value: { ...filerOf(parent as EntityRecord), version }, provenance: [] }
      },
    },
    'Financials.income': statementField('income'),
    'Financials.balanceSheet': statementField('balanceSheet'),
    'Financials.cashFlow': statementField('cashFlow'),
  },
}

/** The parent object of the fields of `Financials`. */
function filerOf(entity: EntityRecord): Filer {
  const { cik, ticker } = entity
  if (cik === undefined)
    throw new FiqError('NOT_FOUND', `${ticker} does not file financial statements with the SEC.`)
  return { ...entity, cik }
}

function statementField(name: StatementName): ConnectorField {
  return {
    rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
    bounds: ({ filter }) => arrayFilterBounds(filter),
    async resolve(parent, args, context) {
      const filer = parent as Filer & { version: StatementVersion }
      const { rows, provenance } = await filedStatements(filer, context, filer.version)
      const period = (args['period'] ?? 'ANNUAL') as StatementPeriod
      if (period === 'QUARTERLY') refuseWithoutQuarters(filer, rows)
      const filter = arrayFilterOf(args['filter'])
      const page = cutPage(rows[name][period], filter, ({ endDate }) => endDate)
      const filed = page.value.map((row) => row.filed)
      return { ...page, provenance: [filedOn(provenance, filed)] }
    },
  }
}

/**
 * Refuses quarters of foreign filers, which report them on form 6-K without XBRL.
 *
 * @throws FiqError `NOT_FOUND` for a filer that reports only years
 */
function refuseWithoutQuarters({ ticker }: Filer, { income }: Statements): void {
  const year = income.ANNUAL.at(-1)
  if (income.QUARTERLY.length > 0 || year === undefined) return
  throw new FiqError('NOT_FOUND', `${ticker} files statements of whole years only.`, {
    facts: [`Form: ${year.form}`],
    remedy: 'Query the period ANNUAL.',
  })
}

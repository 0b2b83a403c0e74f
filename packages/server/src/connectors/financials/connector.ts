import { FiqError } from '@fiq/shared/errors'
import type { EntityRecord } from '../../schema/entity.ts'
import { companyFactsRequest, secHosts, secLicence } from '../../upstreams/sec.ts'
import { applyFilter, arrayFilterBounds, arrayFilterOf } from '../array-filter.ts'
import type {
  Connector,
  ConnectorContext,
  ConnectorField,
  Provenance,
  Upstream,
} from '../connector.ts'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { annualForms, type CompanyFacts, plainForm, readCompanyFacts } from './company-facts.ts'
import { incomeStatement } from './income-items.ts'
import type { Statement } from './line-item.ts'
import { daysBetween } from './reported-periods.ts'
import { type StatementPeriod, type StatementRow, statementRows } from './statement-rows.ts'
import { statementSdl } from './statement-sdl.ts'

const companyFacts: Upstream = {
  id: 'sec-companyfacts',
  name: 'SEC EDGAR company facts (XBRL)',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within minutes',
}

/** Income statement, balance sheet and cash flow of SEC filers, from their XBRL facts. */
export const financials: Connector = {
  area: 'financials',
  category: 'market',
  upstreams: [companyFacts],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Statements as filed with the SEC; null for entities that do not file."
      financials: Financials
    }

    "Financial statements. Newest first; since and until bound the last day of the period."
    type Financials {
      "Income statements."
      income(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [IncomeStatement!]
      "Balance sheets."
      balanceSheet(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [BalanceSheet!]
      "Cash flow statements."
      cashFlow(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [CashFlowStatement!]
    }

    "Which periods a statement covers."
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
      async resolve(parent) {
        return { value: filerOf(parent as EntityRecord), provenance: [] }
      },
    },
    'Financials.income': statementField('income'),
    'Financials.balanceSheet': statementField('balanceSheet'),
    'Financials.cashFlow': statementField('cashFlow'),
  },
}

/** What the fields of `Financials` get as their parent. */
type Filer = EntityRecord & { cik: string }

const statements = { income: incomeStatement, balanceSheet, cashFlow } satisfies Record<
  string,
  Statement
>
type StatementName = keyof typeof statements

/** All rows of a filer, built once a day: reading the facts takes fifty times as long. */
type Statements = Record<StatementName, Record<StatementPeriod, readonly StatementRow[]>>

const maxAgeSeconds = 24 * 60 * 60
/** Every quarter has a report, at the latest 90 days after its end; abroad only the year has. */
const staleAfterDays = { quarterly: 200, annual: 500 }

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
      const { rows, provenance } = await filedStatements(parent as Filer, context)
      const period = (args['period'] ?? 'ANNUAL') as StatementPeriod
      const filter = arrayFilterOf(args['filter'])
      return {
        value: applyFilter(rows[name][period], filter, ({ endDate }) => endDate),
        provenance: [{ ...provenance, stale: isStale(provenance.asOf, rows, context.now()) }],
      }
    },
  }
}

function filedStatements({ cik, ticker }: Filer, { upstreams, keep }: ConnectorContext) {
  return keep(`financials:${cik}`, maxAgeSeconds, async () => {
    const request = companyFactsRequest(cik)
    const answer = await upstreams.fetch(request)
    const facts = readCompanyFacts(answer, request.url)
    if (facts.newestFiled === null)
      throw new FiqError('NOT_FOUND', `${ticker} has filed no statements in XBRL.`)
    const provenance: Provenance = {
      source: 'SEC EDGAR',
      sourceUrl: request.url.href,
      asOf: facts.newestFiled,
      retrievedAt: answer.retrievedAt,
      mode: answer.mode,
      stale: false,
      licence: secLicence,
    }
    return { rows: allStatements(facts), provenance }
  })
}

function allStatements(facts: CompanyFacts): Statements {
  const both = (statement: Statement) => ({
    ANNUAL: statementRows(facts, statement, 'ANNUAL'),
    QUARTERLY: statementRows(facts, statement, 'QUARTERLY'),
  })
  return {
    income: both(incomeStatement),
    balanceSheet: both(balanceSheet),
    cashFlow: both(cashFlow),
  }
}

/** Older than the next report can be: the filer has stopped, or the file is an old one. */
function isStale(asOf: string | null, { balanceSheet }: Statements, now: Date): boolean {
  const filesQuarters = balanceSheet.QUARTERLY.some(
    ({ form }) => !annualForms.includes(plainForm(form)),
  )
  const days = asOf === null ? 0 : daysBetween(asOf, now.toISOString().slice(0, 10))
  return days > (filesQuarters ? staleAfterDays.quarterly : staleAfterDays.annual)
}

import { FiqError } from '@fiq/shared/errors'
import {
  companyFactsArchive,
  companyFactsRequest,
  secHosts,
  secLicence,
} from '../../upstreams/sec.ts'
import type { ConnectorContext, Provenance, Upstream } from '../connector.ts'
import { ageDays } from '../sourced.ts'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { annualForms, type CompanyFacts, plainForm, readCompanyFacts } from './company-facts.ts'
import { incomeStatement } from './income-items.ts'
import type { Statement } from './line-item.ts'
import { type StatementPeriod, type StatementRow, statementRows } from './statement-rows.ts'

/** Every fact a filer has reported in XBRL. */
export const companyFacts: Upstream = {
  id: 'sec-companyfacts',
  name: 'SEC EDGAR company facts (XBRL)',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within minutes',
  bulk: [companyFactsArchive],
}

const statements = { income: incomeStatement, balanceSheet, cashFlow } satisfies Record<
  string,
  Statement
>
export type StatementName = keyof typeof statements

/** An SEC filer, as far as its statements need it. `cik` has ten digits. */
export type Filer = { cik: string; ticker: string }

/** All rows of a filer, built once a day, since reading the facts takes fifty times as long. */
export type Statements = Record<StatementName, Record<StatementPeriod, readonly StatementRow[]>>

const maxAgeSeconds = 24 * 60 * 60
/** A US filer reports each quarter within 90 days; a foreign one only the year. */
const staleAfterDays = { quarterly: 200, annual: 500 }

/**
 * The three statements of a filer, years and quarters, oldest first.
 *
 * @throws FiqError `NOT_FOUND` for a filer without XBRL; of the upstream
 */
export async function filedStatements(
  filer: Filer,
  context: ConnectorContext,
): Promise<{ rows: Statements; provenance: Provenance }> {
  const { rows, provenance } = await readOnce(filer, context)
  return {
    rows,
    provenance: { ...provenance, stale: isStale(provenance.asOf, rows, context.now()) },
  }
}

function readOnce({ cik, ticker }: Filer, context: ConnectorContext) {
  return context.cached(`financials:${cik}`, maxAgeSeconds, async (context) => {
    const request = companyFactsRequest(cik)
    const answer = await context.fetch(request)
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

/** Whether the next report is overdue: the filer has stopped, or the file is old. */
function isStale(asOf: string | null, { balanceSheet }: Statements, now: Date): boolean {
  const filesQuarters = balanceSheet.QUARTERLY.some(
    ({ form }) => !annualForms.includes(plainForm(form)),
  )
  const days = asOf === null ? 0 : ageDays(asOf, now)
  return days > (filesQuarters ? staleAfterDays.quarterly : staleAfterDays.annual)
}

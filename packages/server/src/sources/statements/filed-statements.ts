import { FiqError } from '@fiq/shared/errors'
import { turns } from '../../scheduling/turns.ts'
import {
  companyFactsArchive,
  companyFactsRequest,
  secHosts,
  secLicence,
} from '../../upstreams/sec.ts'
import type { ConnectorContext, Provenance, Upstream } from '../connector.ts'
import { isOverdueReport } from '../series-age.ts'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { plainForm, readCompanyFacts } from './company-facts.ts'
import { daysBetween } from './days.ts'
import { incomeStatement } from './income-items.ts'
import type { Statement } from './line-item.ts'
import { rowsKnownOn } from './restated-rows.ts'
import {
  type ShareBasis,
  type StatementPeriod,
  type StatementRow,
  statementRows,
} from './statement-rows.ts'

/** Every XBRL fact that a filer has reported. */
export const companyFacts: Upstream = {
  id: 'sec-companyfacts',
  name: 'SEC EDGAR company facts (XBRL)',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within minutes',
  timing: { delay: 'periodic' },
  bulk: [companyFactsArchive],
}

const statements = { income: incomeStatement, balanceSheet, cashFlow } satisfies Record<
  string,
  Statement
>
export type StatementName = keyof typeof statements

/** An SEC filer, with what its statements need. `cik` has ten digits. */
export type Filer = { cik: string; ticker: string }

/** All rows of a filer, cached for a day, because reading the facts takes fifty times as long. */
export type Statements = Record<StatementName, Record<StatementPeriod, readonly StatementRow[]>>

/** The requested version of the statements. */
export type StatementVersion = {
  /** Only filings up to this day; by default all. */
  knownOn?: string | undefined
  /**
   * Whether shares and figures per share are as filed in each report, instead of adjusted for later
   * splits.
   */
  asReported?: boolean
}

const maxAgeSeconds = 24 * 60 * 60

/**
 * The three statements of a filer, years and quarters, oldest first.
 *
 * @throws FiqError `NOT_FOUND` for a filer without XBRL by the day; of the upstream
 */
export async function filedStatements(
  filer: Filer,
  context: ConnectorContext,
  version: StatementVersion = {},
): Promise<{ rows: Statements; provenance: Provenance }> {
  const { rows, provenance } = await readOnce(filer, context, version)
  // The answer for a past day never becomes stale.
  const stale = version.knownOn === undefined && isStale(rows, context.now())
  return { rows, provenance: { ...provenance, stale } }
}

/** Provenance of some rows of the statements: of the day of their newest filing. */
export function filedOn(provenance: Provenance, days: readonly string[]): Provenance {
  return { ...provenance, asOf: days.toSorted().at(-1) ?? provenance.asOf }
}

function readOnce(
  { cik, ticker }: Filer,
  context: ConnectorContext,
  { knownOn, asReported = false }: StatementVersion,
) {
  const key = `financials:${cik}:${knownOn ?? ''}:${asReported}`
  return context.cached(key, maxAgeSeconds, async (context) => {
    const request = companyFactsRequest(cik)
    const answer = await context.fetch(request)
    const facts = readCompanyFacts(answer, request.url, knownOn)
    if (facts.newestFiled === null)
      throw new FiqError(
        'NOT_FOUND',
        `${ticker} ${knownOn === undefined ? 'has' : `had, by ${knownOn},`} filed no statements in XBRL.`,
      )
    const provenance: Provenance = {
      source: 'SEC EDGAR',
      sourceUrl: request.url.href,
      asOf: facts.newestFiled,
      retrievedAt: answer.retrievedAt,
      mode: answer.mode,
      stale: false,
      licence: secLicence,
    }
    const basis: ShareBasis = asReported ? 'as-filed' : 'today'
    if (knownOn === undefined)
      return {
        rows: await allStatements((...of) => statementRows(facts, ...of, basis)),
        provenance,
      }
    // Later reports in another currency restate nothing.
    const whole = readCompanyFacts(answer, request.url, undefined, facts.currency)
    const ofDay = { cut: facts, whole, knownOn }
    return { rows: await allStatements((...of) => rowsKnownOn(ofDay, ...of, basis)), provenance }
  })
}

/**
 * Computes each statement in a turn of the event loop: all of a filer take 40 ms, half of it for
 * the first.
 */
async function allStatements(
  rowsOf: (statement: Statement, period: StatementPeriod) => StatementRow[],
): Promise<Statements> {
  const inTurn = async (statement: Statement, period: StatementPeriod) => {
    await turns.nextDeferred()
    return rowsOf(statement, period)
  }
  const both = async (statement: Statement) => ({
    ANNUAL: await inTurn(statement, 'ANNUAL'),
    QUARTERLY: await inTurn(statement, 'QUARTERLY'),
  })
  return {
    income: await both(incomeStatement),
    balanceSheet: await both(balanceSheet),
    cashFlow: await both(cashFlow),
  }
}

/** Whether the next report is overdue: the filer has stopped reporting, or the file is old. */
function isStale({ income, balanceSheet }: Statements, now: Date): boolean {
  const rows = [...income.ANNUAL, ...income.QUARTERLY, ...balanceSheet.QUARTERLY]
  const ends = [...new Set(rows.map(({ endDate }) => endDate))].sort()
  const year = income.ANNUAL.at(-1)
  return isOverdueReport(
    {
      ends,
      isBeforeYearEnd: rows.some(
        ({ endDate, fiscalPeriod }) => endDate === ends.at(-1) && fiscalPeriod === 'Q3',
      ),
      annualForm: plainForm(year?.form ?? '10-K'),
      annualDays: year ? daysBetween(year.endDate, year.filed) : Infinity,
    },
    now,
  )
}

import {
  arrayFilterBounds,
  arrayFilterOf,
  cutPage,
  defaultFilter,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import {
  companyFacts,
  filedOn,
  filedStatements,
} from '../../sources/statements/filed-statements.ts'
import { filingUrl } from '../../upstreams/sec.ts'
import { announcedOn, announcementOf, isOfResults } from './announcement-of.ts'
import { type EarningsQuarter, earningsQuarters, restatedFields } from './earnings-rows.ts'
import { calendarArea, calendarSources, expectedMax, loadExpected } from './load-expected.ts'

/** Reported earnings by quarter with the day they were announced, and the next announcements. */
export const earnings: Connector = {
  area: 'earnings',
  category: 'market',
  upstreams: [companyFacts, submissionsUpstream, ...calendarSources],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Earnings by quarter as filed with the SEC, newest first. since and until bound the last day of
      the quarter. A quarter appears when its report (10-Q, 10-K) is filed, some days after the
      announcement. Foreign companies that report only years (20-F, 40-F) have rows by year.
      earningsCalendar has estimates.
      """
      earnings(
        filter: ArrayFilterInput
        "Uses only filings up to this day, ISO 8601, so the figures are as they were known then. restatements lists later changes."
        knownOn: String
        "true: earnings per share as filed. false: adjusted for later splits."
        asReported: Boolean = false
      ): [Earnings!]
      """
      Announcements of results that are expected within about three months, earliest first, from a
      calendar that the server has a key for. Dates change until the company confirms them. Empty if
      the calendar has no date, and for entities that are not US shares.
      """
      earningsCalendar: [ExpectedEarnings!]
    }

    "An expected announcement of results. A value is null if the calendar does not state it."
    type ExpectedEarnings {
      "Expected day of the announcement, ISO 8601."
      date: String!
      "Session of US exchanges in which it is expected: PRE (before the open), REGULAR or POST (after the close)."
      session: String
      "Last day of the quarter, ISO 8601."
      periodEnd: String
      "Fiscal year of the filer."
      fiscalYear: Int
      "Q1 to Q4 of the fiscal year."
      fiscalPeriod: String
      "Mean estimate of analysts of the earnings per share, in units of the currency."
      epsEstimate: Float
      "Mean estimate of analysts of the revenue, in whole units of the currency."
      revenueEstimate: Float
      "Currency of the estimates, ISO 4217."
      currency: String
    }

    "Earnings of a filer in one quarter, or in one year if it reports no quarters. Amounts are from the latest filing that reports them; null if none does."
    type Earnings {
      "Day of the announcement, ISO 8601: from the last 8-K with item 2.02 up to the periodic report, or else from one up to 5 days after it. Null if there is none."
      date: String
      "Last day of the quarter or year, ISO 8601."
      periodEnd: String!
      "Fiscal year of the filer."
      fiscalYear: Int
      "Q1 to Q4 for a quarter of the fiscal year, FY for the year."
      fiscalPeriod: String
      "Diluted earnings per share, in units of the currency. Adjusted for later splits (with knownOn, for splits up to that day), unless asReported is true."
      epsActual: Float
      "Basic earnings per share, in units of the currency. Adjusted as epsActual is."
      epsBasic: Float
      "Revenue, in whole units of the currency."
      revenue: Float
      "Net income of the owners of the parent company, in whole units of the currency."
      netIncome: Float
      "Currency of the amounts, ISO 4217."
      currency: String!
      "Names of fields that the server computed from reported values, e.g. those of a fourth quarter: the year minus nine months."
      derived: [String!]!
      "Filing date of the latest filing with the figures, ISO 8601."
      filedAt: String!
      "Form of that filing, e.g. 10-Q."
      form: String!
      "URL of the 8-K that announced the results. Null if there is none."
      url: String
      "Filing date of the first report after the last split that the row is adjusted for, ISO 8601. Null if the reports show no such split."
      shareBasisFrom: String
      "Split adjustment of the row: number of shares now for one share as filed. Filed earnings per share are divided by it. 1 if there was no later split, or if asReported is true."
      splitFactor: Float!
      "With knownOn: the values that reports after that day changed. Empty without knownOn."
      restatements: [Restatement!]!
    }
  `,
  fields: {
    'Entity.earningsCalendar': {
      rate: { credits: 1 },
      sources: calendarSources,
      area: calendarArea,
      rowsMax: expectedMax,
      resolve: (parent, _args, context) => loadExpected(parent as EntityRecord, context),
    },
    'Entity.earnings': {
      sources: [companyFacts, submissionsUpstream],
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        arrayFilterBounds(args['filter'])
        knownOnBounds(args)
      },
      rowsBelow: (args) => ({ restatements: knownOnOf(args) ? restatedFields.length : 0 }),
      async resolve(parent, args, context) {
        const entity = parent as EntityRecord
        const cik = filerCik(entity)
        const knownOn = knownOnOf(args)
        const version = { knownOn, asReported: args['asReported'] === true }
        const { rows, provenance } = await filedStatements({ ...entity, cik }, context, version)
        const { QUARTERLY: reported, ANNUAL: years } = rows.income
        const quarters = earningsQuarters(reported.length > 0 ? reported : years, years)
        const filter = arrayFilterOf(args['filter'])
        const { value: page, total } = cutPage(quarters, filter, ({ periodEnd }) => periodEnd)
        const announced = await announcements(cik, page, context, knownOn)
        const value = page.map((quarter) => rowOf(quarter, cik, announced.filings))
        const urls = new Set(value.map(({ url }) => url))
        const cited = announced.filings.filter(({ accession, document }) =>
          urls.has(filingUrl(cik, accession, document)),
        )
        return {
          value,
          total,
          provenance: [
            filedOn(
              provenance,
              page.map(({ filedAt }) => filedAt),
            ),
            ...announced.provenanceOf(cited),
          ],
        }
      },
    },
  },
}

/** Reports on results since the oldest quarter of a page. */
function announcements(
  cik: string,
  page: readonly EarningsQuarter[],
  context: ConnectorContext,
  knownOn: string | undefined,
) {
  const since = page
    .map(({ periodEnd }) => periodEnd)
    .reduce((a, b) => (a < b ? a : b), '9999-12-31')
  const range = { ...defaultFilter, limit: filterLimitMax, since }
  return filingsOf(cik, isOfResults, range, context, knownOn)
}

function rowOf(
  { epsDiluted, ...quarter }: EarningsQuarter,
  cik: string,
  reports: Parameters<typeof announcementOf>[1],
) {
  const report = announcementOf(quarter.periodEnd, reports)
  return {
    ...quarter,
    derived: quarter.derived.map(nameInSchema),
    restatements: quarter.restatements.map((restated) => ({
      ...restated,
      field: nameInSchema(restated.field),
    })),
    epsActual: epsDiluted,
    date: report ? announcedOn(quarter.periodEnd, report) : null,
    url: report ? filingUrl(cik, report.accession, report.document) : null,
  }
}

function nameInSchema(field: string): string {
  return field === 'epsDiluted' ? 'epsActual' : field
}

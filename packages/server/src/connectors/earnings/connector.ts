import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  defaultFilter,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { companyFacts, filedStatements } from '../../sources/statements/filed-statements.ts'
import { filingUrl } from '../../upstreams/sec.ts'
import { announcedOn, announcementOf, isOfResults } from './announcement-of.ts'
import { type EarningsQuarter, earningsQuarters } from './earnings-rows.ts'

/** Reported earnings by quarter with the day they were announced. */
export const earnings: Connector = {
  area: 'earnings',
  category: 'market',
  upstreams: [companyFacts, submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Earnings by quarter as filed, newest first; since and until bound the last day of the quarter.
      A quarter appears once its report (10-Q, 10-K) is filed, some days after the announcement.
      Foreign companies that report only years (20-F, 40-F) have years.
      Estimates and surprises are not public data and are not included.
      """
      earnings(
        filter: ArrayFilterInput
        "Only filings up to this day, ISO 8601, in the version of that day; restatements lists later changes."
        knownOn: String
        "true: earnings per share as each report filed them, without later splits."
        asReported: Boolean = false
      ): [Earnings!]
    }

    "Earnings of a filer in one quarter, or in one year if it reports no quarters. Amounts as in the latest filing."
    type Earnings {
      "Day the results were announced: the last form 8-K under item 2.02 up to the report, ISO 8601; null where none was found."
      date: String
      "Last day of the quarter or year, ISO 8601."
      periodEnd: String!
      "Fiscal year."
      fiscalYear: Int
      "Q1 to Q4 of the fiscal year, or FY for all of it."
      fiscalPeriod: String
      "Diluted earnings per share, in the currency, on the share basis of the newest report."
      epsActual: Float
      "Basic earnings per share, in the currency, on the same basis."
      epsBasic: Float
      "Revenue in whole units of the currency."
      revenue: Float
      "Net income of the parent in whole units of the currency."
      netIncome: Float
      "Currency of the amounts, ISO 4217."
      currency: String!
      "Fields computed from reported ones: a fourth quarter is the year minus nine months."
      derived: [String!]!
      "Day of the latest filing with the figures."
      filedAt: String!
      "Form of that filing, e.g. 10-Q."
      form: String!
      "Address of the report that announced the results."
      url: String
      "Day of the first report on the share basis of the row, after the last split that the reports show; null where they show none."
      shareBasisFrom: String
      "Shares of that basis for one share as filed: earnings per share as filed are divided by it."
      splitFactor: Float!
      "With knownOn: the figures that later reports changed. Empty without it."
      restatements: [Restatement!]!
    }
  `,
  fields: {
    'Entity.earnings': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds(args) {
        arrayFilterBounds(args['filter'])
        knownOnBounds(args)
      },
      async resolve(parent, args, context) {
        const entity = parent as EntityRecord
        const cik = filerCik(entity)
        const knownOn = knownOnOf(args)
        const version = { knownOn, asReported: args['asReported'] === true }
        const { rows, provenance } = await filedStatements({ ...entity, cik }, context, version)
        const { QUARTERLY: reported, ANNUAL: years } = rows.income
        const quarters = earningsQuarters(reported.length > 0 ? reported : years, years)
        const filter = arrayFilterOf(args['filter'])
        const page = applyFilter(quarters, filter, ({ periodEnd }) => periodEnd)
        const announced = await announcements(cik, page, context, knownOn)
        const value = page.map((quarter) => rowOf(quarter, cik, announced.filings))
        return { value, provenance: [provenance, announced.provenance] }
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

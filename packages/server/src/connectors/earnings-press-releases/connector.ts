import { hasCode } from '@fiq/shared/errors'
import { inBatches } from '../../scheduling/in-batches.ts'
import { applyFilter, arrayFilterBounds, arrayFilterOf } from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { documentsOf } from '../../sources/edgar/filing-index.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import { isResultsReport, type Submission } from '../../sources/edgar/submissions.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { documentsAtOnce, filingUrl } from '../../upstreams/sec.ts'

/** Maximum of `filter.limit`: each release takes a request for the index of its filing. */
const limitMax = 40

/** Press releases on results: attachments of current reports (8-K) under item 2.02. */
export const earningsPressReleases: Connector = {
  area: 'earnings-press-releases',
  category: 'market',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Press releases with quarterly or annual results, filed on form 8-K under item 2.02. Sorted by
      filing date, newest first. limit is at most ${limitMax}.
      """
      earningsPressReleases(filter: ArrayFilterInput): [EarningsPressRelease!]
    }

    "A press release with results. The row has its URL and not its text."
    type EarningsPressRelease {
      "Name of the company, and the day of the announcement."
      title: String!
      "Filing date of the 8-K, ISO 8601."
      date: String!
      "Day of the announcement, as the 8-K states it, ISO 8601. Null if it states none."
      reportDate: String
      "URL of the release (the first exhibit 99), or of the 8-K itself if it has none."
      url: String!
      "Whether url is the release. If false, url is the 8-K."
      isExhibit: Boolean!
      "Items of the 8-K, e.g. 2.02."
      items: [String!]!
      "SEC accession number, e.g. 0000320193-25-000077."
      accessionNumber: String!
    }
  `,
  fields: {
    'Entity.earningsPressReleases': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax },
      bounds: ({ filter }) => arrayFilterBounds(filter, limitMax),
      async resolve(parent, args, context) {
        const entity = parent as EntityRecord
        const cik = filerCik(entity)
        const filter = arrayFilterOf(args['filter'])
        const { filings, provenanceOf } = await filingsOf(cik, isResultsReport, filter, context)
        const page = applyFilter(filings, filter, ({ filed }) => filed)
        const value = await inBatches(page, documentsAtOnce, (filing) =>
          releaseOf(filing, entity, cik, context),
        )
        return { value, provenance: provenanceOf(page) }
      },
    },
  },
}

async function releaseOf(
  filing: Submission,
  { name }: EntityRecord,
  cik: string,
  context: ConnectorContext,
) {
  const { accession, filed, reportDate, items } = filing
  const exhibit = await exhibitOf(cik, accession, context)
  return {
    title: `${name}: results announced ${reportDate ?? filed}`,
    date: filed,
    reportDate,
    url: filingUrl(cik, accession, exhibit ?? filing.document),
    isExhibit: exhibit !== undefined,
    items: items.split(','),
    accessionNumber: accession,
  }
}

/** The first exhibit 99 of a filing; if the index is unavailable, the report itself. */
async function exhibitOf(cik: string, accession: string, context: ConnectorContext) {
  try {
    const documents = await documentsOf(cik, accession, context)
    return documents.find(({ type }) => /^EX-99(?:\.0?1)?$/.test(type))?.name
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return undefined
    throw error
  }
}

import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { plainCompanyName } from '../../names/company-name.ts'
import { namesCompany } from '../../names/names-company.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'
import { companyOf } from '../../sources/company-of.ts'
import type {
  Connector,
  ConnectorContext,
  Provenance,
  Unanswered,
  Upstream,
} from '../../sources/connector.ts'
import { listField } from '../../sources/list-field.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'

const usaSpending: Upstream = {
  id: 'usaspending',
  name: 'USAspending.gov',
  hosts: ['api.usaspending.gov'],
  url: 'https://www.usaspending.gov',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'daily; defence contracts after 90 days',
}

/** Federal contracts awarded to a company, found by its trade name. */
export const governmentContracts: Connector = {
  area: 'government-contracts',
  category: 'regulatory',
  upstreams: [usaSpending],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      US federal contracts awarded since October 2007 to recipients with the trade name of the company.
      Sorted by the first day of performance, newest first. Subsidiaries with other names are not
      included.
      """
      governmentContracts(filter: ArrayFilterInput): [GovernmentContract!]
    }

    "A contract of the US federal government: a definitive contract, or an order under a contract."
    type GovernmentContract {
      "Award number (PIID); for an award without one, the identifier of the publisher."
      awardId: String!
      "Name of the recipient as registered."
      recipient: String
      "Amount that the government has obligated so far, USD. Negative if it has deobligated more than it obligated."
      amount: Float
      "Name of the awarding agency."
      agency: String
      "Description of the goods or services. Null if not stated."
      description: String
      "First day of the period of performance, ISO 8601. Null if not stated."
      startDate: String
      "Last day of the period of performance, ISO 8601. Null if not stated."
      endDate: String
      "URL of the award at USAspending."
      url: String!
    }
  `,
  fields: {
    'Entity.governmentContracts': listField({
      credits: 1,
      load: (parent, _args, filter, context) =>
        loadContracts(plainCompanyName(companyOf(parent).name), filter, context),
      dateOf: ({ startDate }) => startDate,
      statedOn: () => null,
    }),
  },
}

const url = new URL('https://api.usaspending.gov/api/v2/search/spending_by_award/')
const pageSize = 100
/** Enough pages for the maximum limit of a filter. */
const pagesMax = 5
/** Each page takes longer than the previous one, so no page is requested after this time. */
const pagingMs = 30_000
/** Award types that are contracts. One request accepts types of one group only. */
const contractTypes = ['A', 'B', 'C', 'D']
const earliest = '2007-10-01'

async function loadContracts(recipient: string, filter: ArrayFilter, context: ConnectorContext) {
  const count = filter.offset + filter.limit
  const value: ReturnType<typeof contractOf>[] = []
  let provenance: Provenance | undefined
  let unanswered: readonly Unanswered[] = []
  const startedMs = context.now().getTime()
  for (let page = 1; page <= pagesMax && value.length < count; page += 1) {
    const fetched = await fetchPage(recipient, filter, page, context).catch((error: unknown) => {
      if (page === 1 || !(error instanceof FiqError)) throw error
      unanswered = [{ source: usaSpending.name, error }]
    })
    if (!fetched) break
    // The search also matches parts of words, and the parents of recipients.
    const ofCompany = fetched.body.results.filter((award) =>
      namesCompany(award['Recipient Name'], recipient),
    )
    value.push(...ofCompany.map(contractOf))
    provenance ??= provenanceOf(usaSpending, fetched.answer)
    if (!fetched.body.page_metadata.hasNext) break
    if (context.now().getTime() - startedMs > pagingMs) {
      const error = new FiqError('UPSTREAM_UNAVAILABLE', `${usaSpending.name} is slow today.`)
      unanswered = [{ source: usaSpending.name, error }]
      break
    }
  }
  return { value, provenance: provenance ? [provenance] : [], unanswered }
}

function fetchPage(
  recipient: string,
  filter: ArrayFilter,
  page: number,
  context: ConnectorContext,
) {
  const body = JSON.stringify(requestOf(recipient, filter, page, context.now()))
  const headers = { 'content-type': 'application/json' }
  return context.json(url, awardsSchema, { method: 'POST', body, headers })
}

function requestOf(
  recipient: string,
  { since, until, sort }: ArrayFilter,
  page: number,
  now: Date,
): unknown {
  const today = now.toISOString()
  const period = { start_date: day(since ?? earliest), end_date: day(until ?? today) }
  return {
    filters: {
      recipient_search_text: [recipient],
      award_type_codes: contractTypes,
      // Absent without bounds, so that the same query sends the same request on another day.
      ...defined({ time_period: since || until ? [period] : undefined }),
    },
    fields: [
      'Award ID',
      'Recipient Name',
      'Start Date',
      'End Date',
      'Award Amount',
      'Awarding Agency',
      'Description',
      'generated_internal_id',
    ],
    sort: 'Start Date',
    order: sort === 'ASC' ? 'asc' : 'desc',
    limit: pageSize,
    page,
  }
}

const day = (time: string) => time.slice(0, 10)

const text = z.string().nullish()
const awardsSchema = z.object({
  results: usableRows(
    z.object({
      'Award ID': text,
      'Recipient Name': z.string(),
      'Start Date': z.iso.date().nullish(),
      'End Date': z.iso.date().nullish(),
      // Some amounts arrive as text.
      'Award Amount': z
        .union([
          z.number(),
          z
            .string()
            .regex(/^-?\d+(?:\.\d+)?$/)
            .transform(Number),
        ])
        .nullish(),
      'Awarding Agency': text,
      Description: text,
      generated_internal_id: z.string(),
    }),
  ),
  page_metadata: z.object({ hasNext: z.boolean() }),
})

function contractOf(award: z.output<typeof awardsSchema>['results'][number]) {
  const id = award.generated_internal_id
  return {
    awardId: award['Award ID'] ?? id,
    recipient: award['Recipient Name'],
    amount: award['Award Amount'] ?? null,
    agency: award['Awarding Agency'] ?? null,
    description: award.Description ?? null,
    startDate: award['Start Date'] ?? null,
    endDate: award['End Date'] ?? null,
    url: `https://www.usaspending.gov/award/${encodeURIComponent(id)}/`,
  }
}

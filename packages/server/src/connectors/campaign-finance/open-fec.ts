import { z } from 'zod'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { type CommitteeFilter, type CommitteeRecord, passes } from './committee-record.ts'

export const openFec: Upstream = {
  id: 'open-fec',
  name: 'Federal Election Commission, openFEC',
  hosts: ['api.open.fec.gov'],
  url: 'https://api.open.fec.gov/developers/',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'as committees report',
  timing: { delay: 'periodic' },
  key: 'FEC_API_KEY',
}

/** Maximum committees: each one takes a request, and a key allows 1,000 an hour. */
const committeesMax = 20

/**
 * Finds committees by name, with their totals by cycle: the first {@link committeesMax} in the
 * FEC's ranking.
 *
 * @throws FiqError `NOT_CONFIGURED` without a key, `UPSTREAM_…`
 */
export async function loadFromOpenFec(
  name: string,
  filter: CommitteeFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly CommitteeRecord[]>> {
  const search = new URL('https://api.open.fec.gov/v1/committees/')
  search.searchParams.set('q', name)
  if (filter.cycle != null) search.searchParams.set('cycle', String(filter.cycle))
  if (filter.state != null) search.searchParams.set('state', filter.state.toUpperCase())
  if (filter.committeeType != null)
    search.searchParams.set('committee_type', filter.committeeType.toUpperCase())
  search.searchParams.set('per_page', String(committeesMax))
  const { body, answer } = await context.json(search, committeesSchema)
  const totals = await Promise.all(body.results.map((each) => totalsOf(each, filter, context)))
  const found = totals.map(({ records, provenance }) => ({
    records: records.filter((record) => passes(record, filter)),
    provenance,
  }))
  const reporting = found.filter(({ records }) => records.length > 0)
  return {
    value: reporting.flatMap(({ records }) => records),
    provenance: [provenanceOf(openFec, answer), ...reporting.map(({ provenance }) => provenance)],
    rowProvenance: new Map(
      reporting.flatMap(({ records, provenance }) =>
        records.map((record) => [record, [provenance]] as const),
      ),
    ),
  }
}

async function totalsOf(
  committee: z.output<typeof committeesSchema>['results'][number],
  { cycle }: CommitteeFilter,
  context: ConnectorContext,
): Promise<{ records: CommitteeRecord[]; provenance: Provenance }> {
  const url = new URL(`https://api.open.fec.gov/v1/committee/${committee.committee_id}/totals/`)
  if (cycle != null) url.searchParams.set('cycle', String(cycle))
  url.searchParams.set('per_page', '20')
  const { body, answer } = await context.json(url, totalsSchema)
  const records = body.results.map((totals) => ({
    committeeName: committee.name,
    committeeId: committee.committee_id,
    committeeType: committee.committee_type ?? null,
    candidateName: null,
    candidateId: null,
    repeatedAs: [],
    cycle: totals.cycle,
    party: committee.party ?? committee.party_full ?? null,
    state: committee.state ?? null,
    totalRaised: totals.receipts ?? null,
    coverageEnd: totals.coverage_end_date?.slice(0, 10) ?? null,
  }))
  return { records, provenance: provenanceOf(openFec, answer) }
}

const committeesSchema = z.object({
  results: usableRows(
    z.object({
      // It becomes part of an address.
      committee_id: z.string().regex(/^C\d{8}$/),
      name: z.string(),
      party: z.string().nullish(),
      party_full: z.string().nullish(),
      state: z.string().nullish(),
      committee_type: z.string().nullish(),
    }),
  ),
})
const totalsSchema = z.object({
  results: usableRows(
    z.object({
      cycle: z.number().int(),
      receipts: z.number().nullish(),
      coverage_end_date: z.string().nullish(),
    }),
  ),
})

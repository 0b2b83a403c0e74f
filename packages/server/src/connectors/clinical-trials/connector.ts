import { defined } from '@fiq/shared/defined'
import { z } from 'zod'
import { plainCompanyName } from '../../names/company-name.ts'
import { namesCompany } from '../../names/names-company.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'
import { companyOf } from '../../sources/company-of.ts'
import type { Connector, ConnectorContext, Upstream } from '../../sources/connector.ts'
import { listField } from '../../sources/list-field.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'

export const clinicalTrialsGov: Upstream = {
  id: 'clinical-trials',
  name: 'ClinicalTrials.gov',
  hosts: ['clinicaltrials.gov'],
  url: 'https://clinicaltrials.gov',
  licence: {
    class: 'attribution',
    text: 'US government work, public domain; attribution requested',
  },
  delay: 'daily',
}

/** Studies in which a company is sponsor or collaborator, found by its trade name. */
export const clinicalTrials: Connector = {
  area: 'clinical-trials',
  category: 'regulatory',
  upstreams: [clinicalTrialsGov],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Clinical studies that the company sponsors or co-sponsors. Sorted by the day of their last update, newest first."
      clinicalTrials(filter: ArrayFilterInput): [ClinicalTrial!]
    }

    "A study registered at ClinicalTrials.gov."
    type ClinicalTrial {
      "Number of the study in the registry, e.g. NCT07684144."
      nctId: String!
      "Brief title of the study."
      title: String!
      "Overall status of the study, e.g. RECRUITING, COMPLETED, TERMINATED. Null if not stated."
      status: String
      "Phases of the study, e.g. PHASE2. Empty if none applies."
      phases: [String!]!
      "Diseases or conditions that are studied."
      conditions: [String!]!
      "Name of the lead sponsor. Null if not stated."
      sponsor: String
      "Start of the study, ISO 8601: a day, or a month (2026-03) if only that is known. Null if not stated."
      startDate: String
      "Day on which the registry posted the last update, ISO 8601."
      updatedAt: String
      "URL of the study."
      url: String!
    }
  `,
  fields: {
    'Entity.clinicalTrials': listField({
      credits: 1,
      load: (parent, _args, filter, context) =>
        loadTrials(plainCompanyName(companyOf(parent).name), filter, context),
      dateOf: ({ updatedAt }) => updatedAt,
    }),
  },
}

const pageSizeMax = 1_000
const fields =
  'NCTId|BriefTitle|OverallStatus|Phase|Condition|StartDate|LastUpdatePostDate|LeadSponsorName|CollaboratorName'

async function loadTrials(sponsor: string, filter: ArrayFilter, context: ConnectorContext) {
  const url = new URL('https://clinicaltrials.gov/api/v2/studies')
  const { since, until, sort, limit, offset } = filter
  const parameters = {
    'query.spons': sponsor,
    fields,
    sort: `LastUpdatePostDate:${sort === 'ASC' ? 'asc' : 'desc'}`,
    // The search also matches sponsors of other names.
    pageSize: String(Math.min(2 * (limit + offset), pageSizeMax)),
    countTotal: 'true',
    ...defined({
      'filter.advanced':
        since || until
          ? `AREA[LastUpdatePostDate]RANGE[${dayOf(since, 'MIN')},${dayOf(until, 'MAX')}]`
          : undefined,
    }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const { body, answer } = await context.json(url, studiesSchema)
  const value = body.studies
    .map(({ protocolSection }) => protocolSection)
    .filter((study) => isSponsoredBy(study, sponsor))
    .map(trialOf)
  const asOf = value.reduce(
    (newest, { updatedAt }) => max(newest, updatedAt),
    null as string | null,
  )
  return { value, provenance: [provenanceOf(clinicalTrialsGov, answer, { asOf })] }
}

const studiesSchema = z.object({
  studies: usableRows(
    z.object({
      protocolSection: z.object({
        identificationModule: z.object({
          nctId: z.string().regex(/^NCT\d{8}$/),
          briefTitle: z.string().default(''),
        }),
        statusModule: z.object({
          overallStatus: z.string().optional(),
          startDateStruct: z.object({ date: z.string() }).partial().optional(),
          lastUpdatePostDateStruct: z.object({ date: z.iso.date() }).partial().optional(),
        }),
        designModule: z
          .object({ phases: z.array(z.string()) })
          .partial()
          .optional(),
        conditionsModule: z
          .object({ conditions: z.array(z.string()) })
          .partial()
          .optional(),
        sponsorCollaboratorsModule: z
          .object({
            leadSponsor: z.object({ name: z.string() }).partial(),
            collaborators: z.array(z.object({ name: z.string() })),
          })
          .partial()
          .optional(),
      }),
    }),
  ),
})
type Study = z.output<typeof studiesSchema>['studies'][number]['protocolSection']

/** Whether a sponsor has the name. A study that names no lead sponsor is one: the source found it. */
function isSponsoredBy({ sponsorCollaboratorsModule: sponsors }: Study, company: string): boolean {
  const { leadSponsor, collaborators = [] } = sponsors ?? {}
  if (leadSponsor?.name === undefined) return true
  return [leadSponsor, ...collaborators].some(({ name }) => namesCompany(name ?? '', company))
}

function trialOf(study: Study) {
  const { identificationModule, statusModule } = study
  const { nctId, briefTitle } = identificationModule
  return {
    nctId,
    title: briefTitle,
    status: statusModule.overallStatus ?? null,
    phases: study.designModule?.phases ?? [],
    conditions: study.conditionsModule?.conditions ?? [],
    sponsor: study.sponsorCollaboratorsModule?.leadSponsor?.name ?? null,
    startDate: statusModule.startDateStruct?.date ?? null,
    updatedAt: statusModule.lastUpdatePostDateStruct?.date ?? null,
    url: `https://clinicaltrials.gov/study/${nctId}`,
  }
}

const dayOf = (time: string | undefined, none: string) => time?.slice(0, 10) ?? none
const max = (a: string | null, b: string | null) => ((b ?? '') > (a ?? '') ? b : a)

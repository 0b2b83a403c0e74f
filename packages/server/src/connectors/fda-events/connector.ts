import { z } from 'zod'
import { plainCompanyName } from '../../names/company-name.ts'
import { foldText } from '../../names/fold-text.ts'
import { namesCompany } from '../../names/names-company.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'
import { companyOf } from '../../sources/company-of.ts'
import type { Connector, ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { type FdaEvent, type FdaKind, fdaKinds } from './fda-kinds.ts'

const openFda: Upstream = {
  id: 'open-fda',
  name: 'openFDA',
  hosts: ['api.fda.gov'],
  url: 'https://open.fda.gov',
  licence: { class: 'public', text: 'CC0, U.S. Food and Drug Administration' },
  delay: 'daily to weekly',
}

/** Approvals, recalls and shortages of a company at the FDA, found by its trade name. */
export const fdaEvents: Connector = {
  area: 'fda-events',
  category: 'regulatory',
  upstreams: [openFda],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Events at the US Food and Drug Administration of companies with the name of the entity, newest
      first: approvals, recalls and shortages of drugs; clearances, approvals and recalls of devices.
      The server reads at most 1,000 events of each kind.
      """
      fdaEvents(filter: ArrayFilterInput): [FdaEvent!]
    }

    "A decision or publication of the US Food and Drug Administration (FDA)."
    type FdaEvent {
      """
      Kind of the event: DRUG_APPROVAL, DRUG_RECALL, DRUG_SHORTAGE, DEVICE_CLEARANCE, DEVICE_APPROVAL
      or DEVICE_RECALL. The status of an approval may be tentative, denied or withdrawn.
      """
      kind: String!
      "Day of the decision; of the enforcement report for a recall; of the last update for a shortage. ISO 8601. Null if not stated."
      date: String
      "Name or description of the product."
      title: String!
      "Reason of a recall or shortage, or class of a submission. Null if the FDA states none."
      detail: String
      "Status, e.g. Approved; for a recall its classification and status. Null if not stated."
      status: String
      "Number of the application, recall or package (NDC). Null if not stated."
      reference: String
      "Name of the company as registered. Null if not stated."
      company: String
    }
  `,
  fields: {
    'Entity.fdaEvents': listField({
      credits: 1,
      load: (parent, _args, filter, context) => {
        const company = plainCompanyName(companyOf(parent).name)
        const sources = fdaKinds.map((kind) => ({
          upstream: openFda,
          load: () => loadKind(kind, company, filter, context),
        }))
        return everySource('FDA events', sources, context)
      },
      dateOf: ({ date }) => date,
    }),
  },
}

const resultsMax = 1_000

/**
 * Loads events of one kind. If the kind has no sortable date, returns all events of the response.
 */
async function loadKind(
  kind: FdaKind,
  company: string,
  filter: ArrayFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly FdaEvent[]>> {
  const url = addressOf(kind, company, filter)
  const { body, answer } = await context.json(url, answerSchema(kind))
  // The search finds the name within others (Henry Ford Health), and a manufacturer may sell the
  // drug of another sponsor.
  const isOwn = kind.fullName ? isShortFor : isNamedAfter
  const own = body.results.flat().filter((event) => isOwn(event.company, company))
  const asOf = body.meta?.last_updated ?? answer.asOf
  return { value: own, provenance: [provenanceOf(openFda, answer, { asOf })] }
}

function addressOf(kind: FdaKind, name: string, filter: ArrayFilter): URL {
  const { path, company, fullName, date } = kind
  const url = new URL(`https://api.fda.gov/${path}.json`)
  // The search also matches other companies.
  const count = Math.min(resultsMax, 2 * (filter.offset + filter.limit))
  const bounds =
    date && (filter.since || filter.until)
      ? ` AND ${date}:[${day(filter.since, '19000101')} TO ${day(filter.until, '21001231')}]`
      : ''
  // Quotation marks would end the phrase.
  const phrase = `"${name.replaceAll('"', ' ')}"`
  const named = `${company}:${phrase}`
  const search = fullName ? `(${named} OR ${fullName}:${phrase})` : named
  url.searchParams.set('search', `${search}${bounds}`)
  if (date) url.searchParams.set('sort', `${date}:${filter.sort === 'ASC' ? 'asc' : 'desc'}`)
  url.searchParams.set('limit', String(date ? count : resultsMax))
  return url
}

const day = (time: string | undefined, none: string) =>
  time === undefined ? none : time.slice(0, 10).replaceAll('-', '')

/** Whether an event is the company's. One without a name is, because the source found it. */
function isNamedAfter(registered: string | null, company: string): boolean {
  return registered === null || namesCompany(registered, company)
}

/**
 * Whether a sponsor's name contains the company's name, in full or as abbreviated by the FDA. An
 * abbreviated word has the same first three letters, and its other letters occur in the company's
 * word in the same order.
 *
 * @example isShortFor('UNITED THERAP', 'United Therapeutics') // true
 * @example isShortFor('JANSSEN PHARMS', 'Janssen Pharmaceuticals') // true
 */
export function isShortFor(sponsor: string | null, company: string): boolean {
  const names = foldText(company).split(' ')
  const words = foldText(sponsor ?? '').split(' ')
  if (` ${words.join(' ')} `.includes(` ${names.join(' ')} `)) return true
  return names.every((name, at) => {
    const word = words[at] ?? ''
    return word.startsWith(name.slice(0, 3)) && isWithin(word, name)
  })
}

/** Whether the letters of a word occur in a name in the same order. */
function isWithin(word: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === word[at]) at += 1
  return at === word.length
}

const answerSchema = ({ events }: FdaKind) =>
  z.object({
    meta: z.object({ last_updated: z.iso.date() }).partial().optional(),
    results: usableRows(events),
  })

import { FiqError } from '@fiq/shared/errors'
import { textOf } from '../../upstreams/checked-answer.ts'
import type { Mode, UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../connector.ts'
import { publishedRowsMin, readOfacLists } from './ofac-lists.ts'
import { buildScreeningIndex, type ScreeningIndex } from './screening-index.ts'

const exportsUrl = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/'

/** OFAC's Sanctions List Service. It redirects to a signed address of the S3 host. */
export const ofac: Upstream = {
  id: 'ofac-sdn',
  name: 'OFAC Specially Designated Nationals list',
  hosts: [
    'sanctionslistservice.ofac.treas.gov',
    'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com',
  ],
  url: `${exportsUrl}SDN.CSV`,
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'as published, read anew daily',
}

/** OFAC publishes several times a week: a list older than this is answered with `stale`. */
const listAgeDaysMax = 14
const keepSeconds = 24 * 60 * 60
const dayMs = 24 * 60 * 60 * 1000

/** Lists that someone else published must be whole; invented and recorded ones are short. */
const rowsMinByMode: Readonly<Record<Mode, number>> = {
  live: publishedRowsMin,
  mirror: publishedRowsMin,
  files: 1,
  sandbox: 1,
  recorded: 1,
}

/**
 * The list, read and indexed, at most once a day. `asOf` and `retrievedAt` are those of SDN.CSV.
 *
 * @throws FiqError `NOT_FOUND` or `UPSTREAM_UNAVAILABLE` when SDN, ALT or ADD cannot be had (a list
 * without its aliases is not screened), `UPSTREAM_CHANGED` when a file is not in the known form.
 */
export async function loadSdnList(context: ConnectorContext): Promise<Sourced<ScreeningIndex>> {
  const kept = await context.keep('ofac-sdn', keepSeconds, () => buildList(context))
  return { value: kept.index, provenance: [provenanceOf(kept, context.now())] }
}

type KeptList = { index: ScreeningIndex; answer: Omit<UpstreamAnswer, 'body'> }

async function buildList(context: ConnectorContext): Promise<KeptList> {
  const [sdn, alt, add, comments] = await Promise.all([
    fetchFile(context, 'SDN.CSV'),
    fetchFile(context, 'ALT.CSV'),
    fetchFile(context, 'ADD.CSV'),
    fetchFile(context, 'SDN_COMMENTS.CSV').catch(undefinedIfNotFound),
  ])
  const files = {
    sdn: textOf(sdn),
    alt: textOf(alt),
    add: textOf(add),
    comments: comments === undefined ? '' : textOf(comments),
  }
  const { mode, asOf, retrievedAt } = sdn
  const index = buildScreeningIndex(readOfacLists(files, rowsMinByMode[mode]))
  return { index, answer: { mode, asOf, retrievedAt } }
}

function fetchFile({ upstreams }: ConnectorContext, file: string): Promise<UpstreamAnswer> {
  return upstreams.fetch({ url: new URL(file, exportsUrl), expects: 'csv', bulk: true })
}

/** The comments only lengthen remarks; the other files are the list. */
function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof FiqError && error.code === 'NOT_FOUND') return undefined
  throw error
}

function provenanceOf({ answer }: KeptList, now: Date): Provenance {
  const { mode, asOf, retrievedAt } = answer
  const ageDays = (now.getTime() - Date.parse(asOf ?? retrievedAt)) / dayMs
  return {
    source: ofac.name,
    sourceUrl: ofac.url,
    asOf,
    retrievedAt,
    mode,
    stale: ageDays > listAgeDaysMax,
    licence: ofac.licence.text,
  }
}

import { FiqError, hasCode } from '@fiq/shared/errors'
import { rowsMinIn, textOf } from '../../upstreams/checked-answer.ts'
import { dropAnswer } from '../../upstreams/refused-answers.ts'
import type { Origin, UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext, Upstream } from '../connector.ts'
import { originOf } from '../fetching.ts'
import type { ListedEntry } from './listed-entry.ts'
import { publishedRowsMin, readOfacLists } from './ofac-lists.ts'

const exportsUrl = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/'

const published = {
  hosts: [
    'sanctionslistservice.ofac.treas.gov',
    'wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com',
  ],
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'as published, read anew daily',
} as const

/** OFAC's Sanctions List Service. It redirects to a signed address of the S3 host. */
export const ofac: Upstream = {
  ...published,
  id: 'ofac-sdn',
  name: 'OFAC Specially Designated Nationals list',
  url: `${exportsUrl}SDN.CSV`,
}

/** OFAC's other lists combined: sectoral, non-SDN, foreign sanctions evaders. */
export const ofacConsolidated: Upstream = {
  ...published,
  id: 'ofac-consolidated',
  name: 'OFAC consolidated list of other sanctions',
  url: `${exportsUrl}CONS_PRIM.CSV`,
}

/** Name of {@link ofacConsolidated} in `listName`. */
export const consolidatedName = 'OFAC Consolidated'

/** Minimum number of rows. The consolidated list has had some 440 entries for years. */
const consolidatedRowsMin = 200

/** The entries of a list and their origin. */
export type LoadedList = {
  entries: readonly ListedEntry[]
  answer: Origin
}

/**
 * The SDN list. `asOf` and `retrievedAt` are those of SDN.CSV.
 *
 * @throws FiqError `NOT_FOUND` or `UPSTREAM_UNAVAILABLE` if SDN, ALT or ADD is unavailable (a list
 * without its aliases is not screened), `UPSTREAM_CHANGED` for another format.
 */
export async function loadSdnList(context: ConnectorContext): Promise<LoadedList> {
  const [sdn, alt, add, comments] = await Promise.all([
    fetchFile(context, 'SDN.CSV'),
    fetchFile(context, 'ALT.CSV'),
    fetchFile(context, 'ADD.CSV'),
    // The comments only continue remarks, so they are optional.
    fetchFile(context, 'SDN_COMMENTS.CSV').catch(undefinedIfNotFound),
  ])
  const files = {
    sdn: textOf(sdn),
    alt: textOf(alt),
    add: textOf(add),
    comments: comments === undefined ? '' : textOf(comments),
  }
  const entries = whole([sdn, alt, add, comments], () =>
    readOfacLists(files, rowsMinIn(sdn.mode, publishedRowsMin)),
  )
  return { entries, answer: originOf(sdn) }
}

/**
 * The consolidated list; without aliases or addresses if those files are missing.
 *
 * @throws FiqError like {@link loadSdnList}
 */
export async function loadConsolidatedList(context: ConnectorContext): Promise<LoadedList> {
  const [main, ...sides] = await Promise.all([
    fetchFile(context, 'CONS_PRIM.CSV'),
    ...['CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV'].map((file) =>
      fetchFile(context, file).catch(undefinedIfNotFound),
    ),
  ])
  const [alt = '', add = '', comments = ''] = sides.map((side) => side && textOf(side))
  const entries = whole([main, ...sides], () =>
    readOfacLists(
      { sdn: textOf(main), alt, add, comments },
      rowsMinIn(main.mode, consolidatedRowsMin),
      { listName: consolidatedName, sidesMin: 0 },
    ),
  )
  return { entries, answer: originOf(main) }
}

type ListFile = UpstreamAnswer & { url: URL }

async function fetchFile(context: ConnectorContext, file: string): Promise<ListFile> {
  const url = new URL(file, exportsUrl)
  return { ...(await context.fetch({ url, expects: 'csv', bulk: true })), url }
}

/** The files form one list: if one is refused, drop all from the caches. */
function whole<list>(files: readonly (ListFile | undefined)[], read: () => list): list {
  try {
    return read()
  } catch (cause) {
    for (const file of files) if (file) dropAnswer(file.url)
    if (!(cause instanceof FiqError)) throw cause
    const { code, message, facts } = cause
    throw new FiqError(code, message, { facts: [`Address: ${exportsUrl}`, ...facts], cause })
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (hasCode(error, 'NOT_FOUND')) return undefined
  throw error
}

import { expectedError, FiqError } from '@fiq/shared/errors'
import { instantTextOf } from '../../upstreams/instant-text.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { ageDays, provenanceOf } from '../sourced.ts'
import {
  consolidatedName,
  type LoadedList,
  loadConsolidatedList,
  loadSdnList,
  ofac,
  ofacConsolidated,
} from './ofac.ts'
import {
  europeanUnion,
  loadEuList,
  loadUkList,
  loadUnList,
  loadUsList,
  unitedKingdom,
  unitedNations,
  usScreening,
} from './other-lists.ts'
import { buildScreeningIndex, type ScreeningIndex } from './screening-index.ts'

/** A sanctions list by its `listName`. */
type List = {
  name: string
  upstream: Upstream
  load(context: ConnectorContext): Promise<LoadedList>
}

/** The list that every screening requires. */
const sdn: List = { name: 'SDN', upstream: ofac, load: loadSdnList }

/** Lists that are also screened if they are available. */
const others: readonly List[] = [
  { name: consolidatedName, upstream: ofacConsolidated, load: loadConsolidatedList },
  { name: 'UN', upstream: unitedNations, load: loadUnList },
  { name: 'UK', upstream: unitedKingdom, load: loadUkList },
  { name: 'EU', upstream: europeanUnion, load: loadEuList },
  { name: 'CSL', upstream: usScreening, load: loadUsList },
]

/** The sources of all lists. */
export const listUpstreams: readonly Upstream[] = [sdn, ...others].map(({ upstream }) => upstream)

/** Address of the publisher, by the `listName` of a match. */
export function addressOfList(listName: string): string {
  const list = [sdn, ...others].find(({ name }) => listName.startsWith(name)) ?? sdn
  return list.upstream.url
}

/** One list, and whether it is screened. */
export type ListState = {
  name: string
  source: string
  isScreened: boolean
  entries: number
  asOf: string | null
  /** Reason why it is not screened; `null` if it is. */
  reason: string | null
}

/** The available lists in one index. */
export type Screening = { index: ScreeningIndex; lists: readonly ListState[] }

const cacheSeconds = 24 * 60 * 60
/** Time until the next attempt to load a failed list. */
const retrySeconds = 15 * 60
/** Lists are published several times a week. An older one is marked `stale`. */
const listAgeDaysMax = 14

/**
 * All available lists in one index, read at most once a day. SDN is required. For every other list
 * that is unavailable, the result states the reason, and has no provenance of it.
 *
 * @throws FiqError of the SDN list
 */
export async function loadScreening(context: ConnectorContext): Promise<Sourced<Screening>> {
  const lists: (List & { outcome: LoadedList | FiqError })[] = []
  // One after another: parsing briefly takes ten times the size of a file.
  for (const list of [sdn, ...others]) {
    const load = list === sdn ? cachedList : outcomeOf
    lists.push({ ...list, outcome: await load(list, context) })
  }
  const loaded = lists.flatMap(({ outcome, ...list }) =>
    outcome instanceof FiqError ? [] : [{ ...list, ...outcome }],
  )
  const key = loaded.map(({ name, answer }) => `${name} ${answer.retrievedAt}`).join(', ')
  const index = await context.cached(`sanctions-index:${key}`, cacheSeconds, () =>
    buildScreeningIndex(loaded.flatMap(({ entries }) => entries)),
  )
  return {
    value: {
      index,
      lists: lists.map(({ name, upstream, outcome }) => stateOf(name, upstream, outcome)),
    },
    provenance: loaded.map(({ upstream, answer }) => {
      const stale = ageDays(answer.asOf ?? answer.retrievedAt, context.now()) > listAgeDaysMax
      return provenanceOf(upstream, answer, { stale })
    }),
    unanswered: lists.flatMap(({ upstream, outcome }) =>
      outcome instanceof FiqError && outcome.code.startsWith('UPSTREAM_')
        ? [{ source: upstream.name, error: outcome }]
        : [],
    ),
  }
}

function cachedList({ name, load }: List, context: ConnectorContext): Promise<LoadedList> {
  return context.cached(`sanctions-list:${name}`, cacheSeconds, (context) => load(context))
}

/**
 * The list or its error. The error is cached for {@link retrySeconds}, so that callers do not wait
 * again for a list that just failed.
 */
function outcomeOf(list: List, context: ConnectorContext): Promise<LoadedList | FiqError> {
  return context.cached(`sanctions-outcome:${list.name}`, retrySeconds, (context) =>
    cachedList(list, context).catch(expectedError),
  )
}

function stateOf(
  name: string,
  { name: source }: Upstream,
  outcome: LoadedList | FiqError,
): ListState {
  if (outcome instanceof FiqError) {
    const reason = `${outcome.code}: ${outcome.message}`
    return { name, source, isScreened: false, entries: 0, asOf: null, reason }
  }
  const { entries, answer } = outcome
  return {
    name,
    source,
    isScreened: true,
    entries: entries.length,
    asOf: answer.asOf?.includes('T') ? instantTextOf(answer.asOf) : answer.asOf,
    reason: null,
  }
}

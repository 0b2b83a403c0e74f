import { FiqError } from '@fiq/shared/errors'
import type { GraphQLFieldResolver } from 'graphql'
import { filterLimitMax } from '../sources/array-filter.ts'
import type {
  ConnectorContext,
  ConnectorField,
  FailedItem,
  Provenance,
  Sourced,
  Unanswered,
} from '../sources/connector.ts'
import { ageDays } from '../sources/sourced.ts'
import type { CutList } from './cut-lists.ts'
import type { Page } from './executor/field-fetch.ts'

/** One entry of `extensions.sources`: the source of the value at a response path, and its staleness. */
export type SourceEntry = Provenance & { path: string; stale: boolean }

/** The context of one execution: the connectors' ports, and the sources cited so far. */
export type ExecutionContext = {
  connectors: ConnectorContext
  cite(entries: readonly SourceEntry[]): void
  /** Records the sources that gave no answer for the value at a path. */
  miss?(path: string, unanswered: readonly Unanswered[]): void
  /** Records warnings about the value at a path. */
  warn?(path: string, warnings: readonly string[]): void
  /** Records how many items satisfy the filter of the list at a path. */
  count?(path: string, matches: number): void
  /**
   * Records a list at a path that is, or may be, one page of more items. `common` is the path with
   * `*` for each position.
   */
  cut?(path: string, common: string, list: CutList): void
  /** Records which items failed in the list at a path. */
  fail?(path: readonly (string | number)[], failed: readonly FailedItem[]): void
}

/** Adapts a connector's field to the executor, and records the sources of its answer. */
export function resolverOf(field: ConnectorField): Resolver {
  const fetching: ConnectorFetch = {
    fetch: (parent, args, { connectors }) => field.resolve(parent, args, connectors),
    receive(sourced, context, prev, key, page) {
      const { value, unanswered, warnings, matches, failed } = sourced
      citeAll(field, sourced, context, { prev, key })
      if (unanswered && unanswered.length > 0) context.miss?.(pathOf({ prev, key }), unanswered)
      if (warnings && warnings.length > 0) context.warn?.(pathOf({ prev, key }), warnings)
      if (matches !== undefined) context.count?.(pathOf({ prev, key }), matches)
      reportPages(field, sourced, context, { prev, key }, page)
      if (failed && failed.length > 0) context.fail?.(stepsOf({ prev, key }), failed)
      return value
    },
  }
  const resolve: GraphQLFieldResolver<unknown, ExecutionContext> = async (
    parent,
    args,
    context,
    { path: { prev, key } },
  ) => fetching.receive(await fetching.fetch(parent, args, context), context, prev, key, undefined)
  return Object.assign(resolve, { fetching })
}

type Resolver = GraphQLFieldResolver<unknown, ExecutionContext> & { fetching: ConnectorFetch }

/** {@link FieldFetch} of a connector's field. */
type ConnectorFetch = {
  fetch(
    parent: unknown,
    args: Readonly<Record<string, unknown>>,
    context: ExecutionContext,
  ): Promise<Sourced<unknown>>
  receive(
    sourced: Sourced<unknown>,
    context: ExecutionContext,
    prev: At | undefined,
    key: string | number,
    page: Page | undefined,
  ): unknown
}

/** The members of graphql's `Path` that form its text. */
type At = { prev: At | undefined; key: string | number }

function citeAll(
  field: ConnectorField,
  { provenance, itemProvenance }: Sourced<unknown>,
  context: ExecutionContext,
  at: At,
): void {
  if (provenance.length === 0) return
  const entries = entriesOf(provenance, at, context.connectors)
  if (field.isPrice && context.connectors.refusesStale) refuseStale(entries)
  if (!itemProvenance) context.cite(entries)
  for (const [key, ofItem] of itemProvenance ?? [])
    context.cite(entriesOf(ofItem, { prev: at, key }, context.connectors))
}

/** Reports the value if it is a full page of a list, and the pages of lists below it. */
function reportPages(
  { rate: { limitMax = filterLimitMax } }: ConnectorField,
  { value, total, matches = total, pagesBelow }: Sourced<unknown>,
  { cut }: ExecutionContext,
  at: At,
  page: Page | undefined,
): void {
  if (!cut) return
  for (const [below, list] of pagesBelow ?? [])
    cut(`${pathOf(at)}.${below}`, `${commonPathOf(at)}.${below.replace(/\b\d+\b/g, '*')}`, list)
  if (!page || !Array.isArray(value) || value.length < page.limit) return
  const { offset } = page
  const end = (offset ?? 0) + value.length
  if (matches !== undefined && matches <= end) return
  const next = offset === undefined ? undefined : end
  cut(pathOf(at), commonPathOf(at), { items: value.length, total: matches, limitMax, next })
}

/** Daily data is stale if it was received more than this many days ago. */
const receivedDaysMax = 7

/** Each property is written out because spreading an object into another is slow. */
function entriesOf(
  provenance: readonly Provenance[],
  at: At,
  { now }: ConnectorContext,
): SourceEntry[] {
  const path = pathOf(at)
  return provenance.map((each) => {
    const { source, sourceUrl, asOf, retrievedAt, mode, licence, delay, venue } = each
    const stale = each.stale ?? ageDays(retrievedAt, now()) > receivedDaysMax
    const entry: SourceEntry = { path, source, sourceUrl, asOf, retrievedAt, mode, stale, licence }
    // Only prices have them.
    if (delay !== undefined) entry.delay = delay
    if (venue !== undefined) entry.venue = venue
    return entry
  })
}

/** @throws FiqError `DATA_STALE` when every source of a price is too old. */
function refuseStale(provenance: readonly SourceEntry[]): void {
  if (provenance.length === 0 || provenance.some(({ stale }) => !stale)) return
  throw new FiqError('DATA_STALE', 'The newest available price is older than this area allows.', {
    facts: provenance.map(({ source, asOf }) => `${source}: ${asOf ?? 'time unknown'}`),
  })
}

/** Response path with list positions, e.g. `entitiesByTickers.0.market`. */
function pathOf({ prev, key }: At): string {
  return prev ? `${pathOf(prev)}.${key}` : String(key)
}

/** The path with `*` for each position. A regular expression over its text takes ten times as long. */
function commonPathOf({ prev, key }: At): string {
  const step = typeof key === 'number' ? '*' : key
  return prev ? `${commonPathOf(prev)}.${step}` : step
}

function stepsOf({ prev, key }: At): readonly (string | number)[] {
  return prev ? [...stepsOf(prev), key] : [key]
}

import { FiqError } from '@fiq/shared/errors'
import type { GraphQLFieldResolver } from 'graphql'
import type {
  ConnectorContext,
  ConnectorField,
  FailedItem,
  Provenance,
  Sourced,
  Timing,
  Unanswered,
} from '../sources/connector.ts'
import { ageDays } from '../sources/sourced.ts'

/** The source of a value, with its staleness. */
export type Cited = Provenance & { stale: boolean }

/** One entry of `extensions.sources`: the source of the value at a response path. */
export type SourceEntry = Cited & { path: string }

/** The context of one execution: the connectors' ports, and the sources cited so far. */
export type ExecutionContext = {
  connectors: ConnectorContext
  cite(path: string, provenance: readonly Cited[]): void
  /** Records the missing sources of the value at a path. */
  miss?(path: string, unanswered: readonly Unanswered[]): void
  /** Records warnings about the value at a path. */
  warn?(path: string, warnings: readonly string[]): void
  /** Notes the items that failed of the list at a path. */
  fail?(path: readonly (string | number)[], failed: readonly FailedItem[]): void
}

/** Adapts a connector's field to the executor, and records the sources of its answer. */
export function resolverOf(field: ConnectorField): Resolver {
  const fetching: ConnectorFetch = {
    fetch: (parent, args, { connectors }) => field.resolve(parent, args, connectors),
    receive(sourced, context, prev, key) {
      const { value, unanswered, warnings, failed } = sourced
      citeAll(field, sourced, context, { prev, key })
      if (unanswered && unanswered.length > 0) context.miss?.(pathOf({ prev, key }), unanswered)
      if (warnings && warnings.length > 0) context.warn?.(pathOf({ prev, key }), warnings)
      if (failed && failed.length > 0) context.fail?.(stepsOf({ prev, key }), failed)
      return value
    },
  }
  const resolve: GraphQLFieldResolver<unknown, ExecutionContext> = async (
    parent,
    args,
    context,
    { path: { prev, key } },
  ) => fetching.receive(await fetching.fetch(parent, args, context), context, prev, key)
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
  ): unknown
}

/** The part of graphql's `Path` that a text of it is made of. */
type At = { prev: At | undefined; key: string | number }

function citeAll(
  field: ConnectorField,
  { provenance, itemProvenance }: Sourced<unknown>,
  context: ExecutionContext,
  at: At,
): void {
  if (provenance.length === 0) return
  const cited = judged(provenance, context.connectors)
  if (field.isPrice && context.connectors.refusesStale) refuseStale(cited)
  if (!itemProvenance) context.cite(pathOf(at), cited)
  for (const [item, ofItem] of itemProvenance ?? [])
    context.cite(pathOf({ prev: at, key: item }), judged(ofItem, context.connectors))
}

/** Daily data is stale if it was received longer ago than this. */
const receivedDaysMax = 7

/** Adds how late a price is, if it is one. */
export function withTiming<entry extends Cited>(entry: entry, { delay, venue }: Timing): entry {
  if (delay !== undefined) entry.delay = delay
  if (venue !== undefined) entry.venue = venue
  return entry
}

function judged(provenance: readonly Provenance[], { now }: ConnectorContext): Cited[] {
  return provenance.map((each) => {
    const { source, sourceUrl, asOf, retrievedAt, mode, licence } = each
    const stale = each.stale ?? ageDays(retrievedAt, now()) > receivedDaysMax
    const cited: Cited = { source, sourceUrl, asOf, retrievedAt, mode, stale, licence }
    return withTiming(cited, each)
  })
}

/** @throws FiqError `DATA_STALE` when every source of a price is too old */
function refuseStale(provenance: readonly Cited[]): void {
  if (provenance.length === 0 || provenance.some(({ stale }) => !stale)) return
  throw new FiqError('DATA_STALE', 'The newest price held is older than this area allows.', {
    facts: provenance.map(({ source, asOf }) => `${source}: ${asOf ?? 'of an unknown time'}`),
  })
}

/** Response path with list positions, e.g. `entitiesByTickers.0.market`. */
function pathOf({ prev, key }: At): string {
  return prev ? `${pathOf(prev)}.${key}` : String(key)
}

function stepsOf({ prev, key }: At): readonly (string | number)[] {
  return prev ? [...stepsOf(prev), key] : [key]
}

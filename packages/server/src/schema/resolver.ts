import { FiqError } from '@fiq/shared/errors'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import type {
  ConnectorContext,
  ConnectorField,
  Provenance,
  Unanswered,
} from '../connectors/connector.ts'
import { ageDays } from '../connectors/sourced.ts'

/** Where a value comes from, judged by its age. */
export type Cited = Provenance & { stale: boolean }

/** One entry of `extensions.sources`: where the value at a response path comes from. */
export type SourceEntry = Cited & { path: string }

/** What one execution carries: the connectors' ports, and the sources cited so far. */
export type ExecutionContext = {
  connectors: ConnectorContext
  cite(path: string, provenance: readonly Cited[]): void
  /** Notes what is missing from the value at a path. */
  miss?(path: string, unanswered: readonly Unanswered[]): void
}

/** Lets a connector's field answer in the executor, and notes where the answer came from. */
export function resolverOf(field: ConnectorField): GraphQLFieldResolver<unknown, ExecutionContext> {
  return (parent, args, context, info) => {
    return field
      .resolve(parent, args, context.connectors)
      .then(({ value, provenance, unanswered = [] }) => {
        const cited = judged(provenance, context.connectors)
        if (field.isPrice && context.connectors.refusesStale) refuseStale(cited)
        if (cited.length > 0) context.cite(pathOf(info.path), cited)
        if (unanswered.length > 0) context.miss?.(pathOf(info.path), unanswered)
        return value
      })
  }
}

/** What changes from day to day is too old when it was received more than a week ago. */
const receivedDaysMax = 7

function judged(provenance: readonly Provenance[], { now }: ConnectorContext): Cited[] {
  return provenance.map((source) => ({
    ...source,
    stale: source.stale ?? ageDays(source.retrievedAt, now()) > receivedDaysMax,
  }))
}

/** @throws FiqError `DATA_STALE` when every source of a price is too old */
function refuseStale(provenance: readonly Cited[]): void {
  if (provenance.length === 0 || provenance.some(({ stale }) => !stale)) return
  throw new FiqError('DATA_STALE', 'The newest price held is older than this area allows.', {
    facts: provenance.map(({ source, asOf }) => `${source}: ${asOf ?? 'of an unknown time'}`),
  })
}

/** Response path with list positions, e.g. `entitiesByTickers.0.market`. */
function pathOf({ prev, key }: GraphQLResolveInfo['path']): string {
  return prev ? `${pathOf(prev)}.${key}` : String(key)
}

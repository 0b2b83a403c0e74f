import { FiqError } from '@fiq/shared/errors'
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql'
import type {
  ConnectorContext,
  ConnectorField,
  Provenance,
  Unanswered,
} from '../connectors/connector.ts'

/** One entry of `extensions.sources`: where the value at a response path comes from. */
export type SourceEntry = Provenance & { path: string }

/** Fields that are not answered, by schema coordinate, with the error that stands for them. */
export type Denied = ReadonlyMap<string, FiqError>

/** What one execution carries: the connectors' ports, and the sources cited so far. */
export type ExecutionContext = {
  connectors: ConnectorContext
  denied?: Denied
  cite(path: string, provenance: readonly Provenance[]): void
  /** Notes what is missing from the value at a path. */
  miss?(path: string, unanswered: readonly Unanswered[]): void
}

/** Lets a connector's field answer in the executor, and notes where the answer came from. */
export function resolverOf(field: ConnectorField): GraphQLFieldResolver<unknown, ExecutionContext> {
  return (parent, args, context, info) => {
    const denied = context.denied?.get(`${info.parentType.name}.${info.fieldName}`)
    if (denied) throw denied
    return field
      .resolve(parent, args, context.connectors)
      .then(({ value, provenance, unanswered = [] }) => {
        if (field.isPrice && context.connectors.refusesStale) refuseStale(provenance)
        if (provenance.length > 0) context.cite(pathOf(info.path), provenance)
        if (unanswered.length > 0) context.miss?.(pathOf(info.path), unanswered)
        return value
      })
  }
}

/** @throws FiqError `DATA_STALE` when every source of a price is too old */
function refuseStale(provenance: readonly Provenance[]): void {
  if (provenance.length === 0 || provenance.some(({ stale }) => !stale)) return
  throw new FiqError('DATA_STALE', 'The newest price held is older than this area allows.', {
    facts: provenance.map(({ source, asOf }) => `${source}: ${asOf ?? 'of an unknown time'}`),
  })
}

/** Response path with list positions, e.g. `entitiesByTickers.0.market`. */
function pathOf({ prev, key }: GraphQLResolveInfo['path']): string {
  return prev ? `${pathOf(prev)}.${key}` : String(key)
}

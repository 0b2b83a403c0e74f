import { argumentsOf, runFieldsIn } from '@fiq/shared/pricing/bind-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import type { Connector, ConnectorContext } from '../sources/connector.ts'
import { refuseUnanswered } from '../sources/field-readiness.ts'
import { refuseTooLarge, sizeOf } from './answer-size.ts'
import { introspectionBytes, refuseLargeIntrospection } from './introspection-size.ts'
import { refuseBeyondPace } from './paced-runs.ts'

/**
 * Refuses for free a request that is certain to fail: arguments out of bounds, unknown tickers,
 * areas without configuration. Runs before a price is quoted, so no payer pays for a certain error.
 *
 * @throws FiqError of the first field that cannot be answered.
 */
export type Preflight = (priced: PricedRequest, context: ConnectorContext) => Promise<void>

/** @returns A preflight over the connectors' sources, `bounds` and `check`. */
export function preflightOf(connectors: readonly Connector[], schema: GraphQLSchema): Preflight {
  const ofConnector = new Map(
    connectors.flatMap((connector) =>
      Object.entries(connector.fields).map(([name, field]) => [name, { connector, field }]),
    ),
  )
  const fields = new Map(Array.from(ofConnector, ([name, { field }]) => [name, field]))
  return async ({ bound, runsMax }, context) => {
    const planned = runFieldsIn(bound).flatMap((run) => {
      const found = ofConnector.get(run.coordinate)
      const runs = runsMax[run.counter] ?? 0
      return found ? [{ ...found, args: argumentsOf(bound, run), runs }] : []
    })
    for (const { field, args } of planned) field.bounds?.(args)
    refuseTooLarge(sizeOf(bound, fields, schema))
    refuseLargeIntrospection(introspectionBytes(schema, bound.plan.fields))
    for (const { connector, field } of planned) refuseUnanswered(connector, field, context)
    refuseBeyondPace(planned, context)
    for (const { field, args } of planned) await field.check?.(args, context)
  }
}

import {
  type Arguments,
  argumentsOf,
  type BoundPlan,
  runFieldsIn,
} from '@fiq/shared/pricing/bind-plan'
import type { OperationPlan, PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import type { Connector, ConnectorContext, ConnectorField } from '../sources/connector.ts'
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

/** A field to run that a connector answers. */
type Answered = { connector: Connector; field: ConnectorField; run: PlannedField }

/** @returns A preflight over the connectors' sources, `bounds` and `check`. */
export function preflightOf(connectors: readonly Connector[], schema: GraphQLSchema): Preflight {
  const ofConnector = new Map(
    connectors.flatMap((connector) =>
      Object.entries(connector.fields).map(([name, field]) => [name, { connector, field }]),
    ),
  )
  const fields = new Map(Array.from(ofConnector, ([name, { field }]) => [name, field]))
  const answeredIn = (bound: BoundPlan): readonly Answered[] =>
    runFieldsIn(bound).flatMap((run) => {
      const found = ofConnector.get(run.coordinate)
      return found ? [{ ...found, run }] : []
    })
  // Most fields of a plan are leaves that no connector answers, so look at them once.
  const ofPlan = new WeakMap<OperationPlan, readonly Answered[]>()
  const cachedIn = (bound: BoundPlan) => {
    const cached = ofPlan.get(bound.plan)
    if (cached) return cached
    const answered = answeredIn(bound)
    ofPlan.set(bound.plan, answered)
    return answered
  }
  return async ({ bound, runsMax }, context) => {
    const answered = bound.denied ? answeredIn(bound) : cachedIn(bound)
    for (const { field, run } of answered) field.bounds?.(argumentsOf(bound, run))
    refuseTooLarge(sizeOf(bound, fields, schema))
    refuseLargeIntrospection(introspectionBytes(schema, bound.plan.fields))
    for (const { connector, field } of answered) refuseUnanswered(connector, field, context)
    const paced = answered.map(({ field, run }) => ({ field, runs: runsMax[run.counter] ?? 0 }))
    refuseBeyondPace(paced, context)
    for (const { field, run } of answered)
      if (field.check) await field.check(argumentsOf(bound, run), context)
    for (const { run } of answered)
      for (const below of fieldsOfEntity(run)) {
        if (bound.denied?.has(below)) continue
        const tickers = tickersIn(argumentsOf(bound, run))
        await fields.get(below.coordinate)?.checkOf?.(tickers, argumentsOf(bound, below), context)
      }
  }
}

/** The fields of the entities that a root field returns. */
function fieldsOfEntity({ branches }: PlannedField): readonly PlannedField[] {
  return branches.flatMap(({ type, fields }) => (type.name === 'Entity' ? fields : []))
}

function tickersIn({ ticker, tickers }: Arguments): readonly string[] {
  return tickers === undefined ? [String(ticker)] : (tickers as readonly string[])
}

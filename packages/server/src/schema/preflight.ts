import { holds } from '@fiq/shared/pricing/conditions'
import { fieldsIn, type OperationPlan, type PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { getArgumentValues } from 'graphql'
import type { Connector, ConnectorContext, ConnectorField } from '../connectors/connector.ts'

/**
 * Refuses for free what is certain to fail: arguments out of bounds, unknown tickers, areas that
 * are not configured. Runs before a price is quoted, so nobody pays for a certain error.
 *
 * @throws FiqError of the first field that cannot be answered.
 */
export type Preflight = (priced: PricedRequest, context: ConnectorContext) => Promise<void>

/** @returns A preflight over the connectors' `bounds` and `check`. */
export function preflightOf(connectors: readonly Connector[]): Preflight {
  const fields = new Map<string, ConnectorField>(
    connectors.flatMap(({ fields }) => Object.entries(fields)),
  )
  const known = new WeakMap<OperationPlan, readonly Guarded[]>()

  const guardedIn = (plan: OperationPlan): readonly Guarded[] => {
    const guarded = fieldsIn(plan.fields).flatMap((planned) => {
      const field = fields.get(planned.coordinate)
      return field?.bounds || field?.check ? [{ planned, field }] : []
    })
    known.set(plan, guarded)
    return guarded
  }

  return async ({ prepared: { plan }, variables }, context) => {
    const checks: (() => Promise<void>)[] = []
    for (const { planned, field } of known.get(plan) ?? guardedIn(plan)) {
      if (!holds(planned.condition, variables.coerced)) continue
      const args = getArgumentValues(planned.field, planned.node, variables)
      field.bounds?.(args)
      if (field.check) checks.push(() => field.check!(args, context))
    }
    for (const check of checks) await check()
  }
}

/** A field with something to refuse. */
type Guarded = { planned: PlannedField; field: ConnectorField }

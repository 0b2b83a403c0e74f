import { holds } from '@fiq/shared/pricing/conditions'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
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
  return async ({ prepared, variables }, context) => {
    const pending: PlannedField[] = [...prepared.plan.fields]
    const checks: (() => Promise<void>)[] = []
    for (const planned of pending) {
      if (!holds(planned.condition, variables.coerced)) continue
      pending.push(...planned.branches.flat())
      const field = fields.get(planned.coordinate)
      if (!field?.bounds && !field?.check) continue
      const args = getArgumentValues(planned.field, planned.node, variables)
      field.bounds?.(args)
      if (field.check) checks.push(() => field.check!(args, context))
    }
    for (const check of checks) await check()
  }
}

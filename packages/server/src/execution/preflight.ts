import { argumentsOf, runFieldsIn } from '@fiq/shared/pricing/bind-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { Connector, ConnectorContext, ConnectorField } from '../sources/connector.ts'
import { refuseTooLarge, sizeOf } from './answer-size.ts'
import { introspectionBytes, refuseLargeIntrospection } from './introspection-size.ts'

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
  return async ({ bound }, context) => {
    const checks: (() => Promise<void>)[] = []
    for (const planned of runFieldsIn(bound)) {
      const field = fields.get(planned.coordinate)
      if (!field?.bounds && !field?.check) continue
      const args = argumentsOf(bound, planned)
      field.bounds?.(args)
      if (field.check) checks.push(() => field.check!(args, context))
    }
    refuseTooLarge(sizeOf(bound, fields))
    refuseLargeIntrospection(introspectionBytes(bound.plan.fields))
    for (const check of checks) await check()
  }
}

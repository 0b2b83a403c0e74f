import { refuseArgument } from '../errors.ts'
import { argumentsOf } from './bind-plan.ts'
import { limitOf } from './limit-of.ts'
import type { PlannedField } from './plan-operation.ts'
import type { PricedRequest } from './price-request.ts'

/**
 * Refuses a limit above the maximum of its field, like a server before it quotes. Its price would be
 * that of the maximum, for a query that no server answers.
 *
 * @throws FiqError `BAD_INPUT` naming the field, the argument and both numbers.
 */
export function refuseLargeLimits({ bound }: Pick<PricedRequest, 'bound'>): void {
  const refuseIn = (fields: readonly PlannedField[]) => {
    for (const planned of fields) {
      const { rate, field, path, branches } = planned
      if (rate?.limitMax !== undefined) {
        const limit = limitOf(field, argumentsOf(bound, planned), rate) ?? 1
        if (limit < 1 || limit > rate.limitMax)
          refuseArgument(
            `${path}: ${rate.pagesOf}`,
            `a whole number from 1 to ${rate.limitMax}`,
            limit,
          )
      }
      for (const branch of branches) refuseIn(branch.fields)
    }
  }
  refuseIn(bound.plan.fields)
}

import { FiqError } from '@fiq/shared/errors'
import { holds } from '@fiq/shared/pricing/conditions'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import { pricePlan } from '@fiq/shared/pricing/price-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { type GraphQLOutputType, isListType, isNonNullType } from 'graphql'
import type { Connector } from '../connectors/connector.ts'
import type { GrantedRequest } from '../schema/execute.ts'
import type { Plan } from './plans.ts'

/**
 * Narrows a priced request to what a plan includes: fields of other areas are neither priced nor
 * checked nor fetched, and answer `TIER_DENIED` beside the data. So nobody is charged for them.
 *
 * @throws FiqError `TIER_DENIED` when nothing is left that could be answered.
 */
export type PlanScope = (priced: PricedRequest, plan: Plan) => GrantedRequest

/** @returns The scope over the areas of these connectors. */
export function planScopeOf(connectors: readonly Connector[]): PlanScope {
  const areas = new Map(
    connectors.flatMap(({ area, fields }) =>
      Object.keys(fields).map((coordinate) => [coordinate, area] as const),
    ),
  )
  return (priced, plan) => {
    if (plan.areas === 'all') return priced
    const { prepared, variables } = priced
    const denied = new Map<string, FiqError>()
    const kept = keep(prepared.plan.fields, {
      isAsked: (planned) => holds(planned.condition, variables.coerced),
      deny({ coordinate }) {
        const area = areas.get(coordinate)
        if (area === undefined || plan.areas.includes(area)) return false
        denied.set(coordinate, tierDenied(plan, [area]))
        return true
      },
    })
    if (denied.size === 0) return priced
    if (!kept || kept.length === 0)
      throw tierDenied(plan, [...new Set([...denied.keys()].map((each) => areas.get(each)!))])
    const narrowed = { ...prepared.plan, fields: kept }
    return {
      prepared: { ...prepared, plan: narrowed },
      variables,
      price: pricePlan(narrowed, variables),
      denied,
    }
  }
}

type Rule = {
  isAsked(planned: PlannedField): boolean
  /** Notes the field as denied when it is. */
  deny(planned: PlannedField): boolean
}

/**
 * The fields that will still have a value. A denied field that cannot be null takes its parent with
 * it, as the executor's null does.
 *
 * @returns `undefined` when the enclosing object is null.
 */
function keep(fields: readonly PlannedField[], rule: Rule): PlannedField[] | undefined {
  const kept: PlannedField[] = []
  let isNull = false
  for (const planned of fields) {
    if (!rule.isAsked(planned)) continue
    if (rule.deny(planned)) {
      if (isNonNullType(planned.field.type)) isNull = true
      continue
    }
    const branches = planned.branches.map((branch) => keep(branch, rule))
    if (branches.every((branch) => branch !== undefined)) {
      kept.push({ ...planned, branches })
      continue
    }
    if (!stopsNull(planned.field.type)) isNull = true
  }
  return isNull ? undefined : kept
}

/** Whether a null in the place of the innermost object stays within the field. */
function stopsNull(type: GraphQLOutputType): boolean {
  if (!isNonNullType(type)) return true
  return isListType(type.ofType) ? stopsNull(type.ofType.ofType) : false
}

function tierDenied({ name, tier, areas }: Plan, denied: readonly string[]): FiqError {
  return new FiqError('TIER_DENIED', `The plan ${name} does not include ${denied.join(', ')}.`, {
    facts: [`Tier: ${tier}`, `Included: ${areas === 'all' ? 'everything' : areas.join(', ')}`],
    remedy: 'Upgrade the plan, leave the field out, or pay for the query without a key.',
  })
}

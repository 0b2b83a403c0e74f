import { FiqError } from '@fiq/shared/errors'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import { pricePlan } from '@fiq/shared/pricing/price-plan'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import { orNames } from '@fiq/shared/spelling/name-list'
import { isNonNullType } from 'graphql'
import type { Connector } from '../sources/connector.ts'
import type { Plan } from './plans.ts'

/**
 * Limits a priced request to the areas of an account plan. Fields of other areas are not priced,
 * checked or run, and return `TIER_DENIED` beside the data. They cost nothing.
 *
 * @throws FiqError `TIER_DENIED` if no field is left.
 */
export type PlanScope = (priced: PricedRequest, plan: Plan) => PricedRequest

/** @returns The scope over the areas of these connectors. */
export function planScopeOf(connectors: readonly Connector[]): PlanScope {
  const areas = areasByField(connectors)
  return (priced, plan) => {
    if (plan.areas === 'all') return priced
    const { bound } = priced
    const areasDenied = new Set<string>()
    const denied = new Map<PlannedField, FiqError>()
    const deny = ({ coordinate }: PlannedField): FiqError | undefined => {
      const area = areas.get(coordinate)
      if (area === undefined || plan.areas.includes(area)) return undefined
      areasDenied.add(area)
      return tierDenied(plan, [area])
    }
    const isNull = denyFields(bound.plan.fields, deny, denied)
    if (denied.size === 0) return priced
    if (isNull || bound.plan.fields.every((planned) => isNothing(planned, denied)))
      throw tierDenied(plan, [...areasDenied])
    const narrowed = { ...bound, denied }
    return { ...priced, bound: narrowed, ...pricePlan(narrowed, priced.priceBounds) }
  }
}

/** The data area of each field, by its `Type.field`. */
export function areasByField(
  connectors: readonly Pick<Connector, 'area' | 'fields'>[],
): ReadonlyMap<string, string> {
  return new Map(
    connectors.flatMap(({ area, fields }) =>
      Object.keys(fields).map((coordinate) => [coordinate, area] as const),
    ),
  )
}

/** Whether a field is denied, or is introspection, which is free. */
function isNothing(planned: PlannedField, denied: ReadonlyMap<PlannedField, FiqError>): boolean {
  return denied.has(planned) || planned.field.name.startsWith('__')
}

/**
 * Collects the denied fields. A denied field that cannot be null makes its object null, as in
 * execution. So the field that contains the object is denied instead and does not run.
 *
 * @returns The error that makes the enclosing object null, if one does.
 */
function denyFields(
  fields: readonly PlannedField[],
  deny: (planned: PlannedField) => FiqError | undefined,
  denied: Map<PlannedField, FiqError>,
): FiqError | undefined {
  let makesNull: FiqError | undefined
  for (const planned of fields) {
    const error = deny(planned) ?? denyBranches(planned, deny, denied)
    if (!error) continue
    denied.set(planned, error)
    if (isNonNullType(planned.field.type)) makesNull ??= error
  }
  return makesNull
}

/** @returns The error that makes the field null, if every branch has one. */
function denyBranches(
  { branches }: PlannedField,
  deny: (planned: PlannedField) => FiqError | undefined,
  denied: Map<PlannedField, FiqError>,
): FiqError | undefined {
  const errors = branches.map(({ fields }) => denyFields(fields, deny, denied))
  if (errors.length > 0 && errors.every((error) => error !== undefined)) return errors[0]
  // An object of such a branch is null, so none of its fields run.
  for (const [at, error] of errors.entries())
    if (error) for (const planned of branches[at]!.fields) denied.set(planned, error)
  return undefined
}

function tierDenied({ name, tier, areas }: Plan, denied: readonly string[]): FiqError {
  return new FiqError('TIER_DENIED', `The plan ${name} does not include ${orNames(denied)}.`, {
    facts: [`Tier: ${tier}`, `Included: ${areas === 'all' ? 'everything' : areas.join(', ')}`],
    remedy: 'Upgrade the plan, leave the field out, or pay for the query without a key.',
  })
}

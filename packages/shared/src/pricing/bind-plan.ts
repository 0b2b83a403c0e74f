import { GraphQLError, getArgumentValues, Kind, type ValueNode, type VariableValues } from 'graphql'
import { FiqError } from '../errors.ts'
import type { OperationPlan, PlannedField } from './plan-operation.ts'

/** Coerced arguments of one field, defaults included. */
export type Arguments = Readonly<Record<string, unknown>>

/**
 * A plan with the variables of one request. Arguments are coerced once, so price, preflight and
 * execution use the same values.
 */
export type BoundPlan = {
  plan: OperationPlan
  variables: VariableValues
  /** By {@link PlannedField.slot}; read them with {@link argumentsOf}. */
  args: readonly Arguments[]
  /**
   * Fields that answer with an error instead of running. They and all fields below them are free.
   */
  denied?: ReadonlyMap<PlannedField, FiqError>
}

/** Arguments without variables, by slot; `undefined` if the field uses a variable. */
const constants = new WeakMap<OperationPlan, readonly (Arguments | undefined)[]>()
const noArguments: Arguments = Object.freeze(Object.create(null) as Record<string, unknown>)

/**
 * Coerces the arguments of every planned field.
 *
 * @throws FiqError `BAD_INPUT` if a nullable variable is null and its argument must not be. The error
 * names the argument.
 */
export function bindPlan(plan: OperationPlan, variables: VariableValues): BoundPlan {
  let cached = constants.get(plan)
  if (!cached) {
    cached = plan.withArguments.map((planned) =>
      usesVariables(planned) ? undefined : deepFreeze(coerce(planned, variables)),
    )
    constants.set(plan, cached)
  }
  const args = cached.map((each, slot) => each ?? coerce(plan.withArguments[slot]!, variables))
  return { plan, variables, args }
}

/** The coerced arguments of a field; an empty object for a field without arguments. */
export function argumentsOf({ args }: Pick<BoundPlan, 'args'>, { slot }: PlannedField): Arguments {
  return slot < 0 ? noArguments : args[slot]!
}

/**
 * The fields to run: neither denied nor below a denied one. A field comes before those below it.
 */
export function runFieldsIn({ plan, denied }: BoundPlan): readonly PlannedField[] {
  const runs = (fields: readonly PlannedField[]) =>
    denied ? fields.filter((planned) => !denied.has(planned)) : fields
  const found = [...runs(plan.fields)]
  for (const { branches } of found) for (const { fields } of branches) found.push(...runs(fields))
  return found
}

function coerce({ field, nodes }: PlannedField, variables: VariableValues): Arguments {
  try {
    return getArgumentValues(field, nodes[0], variables)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const [at] = error.locations ?? []
    throw new FiqError('BAD_INPUT', error.message, {
      facts: at ? [`At: line ${at.line}, column ${at.column}`] : [],
      cause: error,
    })
  }
}

function usesVariables({ nodes }: PlannedField): boolean {
  return (nodes[0].arguments ?? []).some(({ value }) => hasVariable(value))
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true
  if (value.kind === Kind.LIST) return value.values.some(hasVariable)
  return value.kind === Kind.OBJECT && value.fields.some((field) => hasVariable(field.value))
}

/** Freezes arguments, because all requests with the same text share them. */
function deepFreeze<value>(value: value): value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}

import {
  coerceInputLiteral,
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isInputObjectType,
} from 'graphql'
import { isObject } from '../json.ts'
import { sanitise } from '../sanitise.ts'
import { argumentsOf, type BoundPlan } from './bind-plan.ts'
import type { PlannedField } from './plan-operation.ts'

/** Values of an operation that are considered: a hundred fields may share a list of thousands. */
const consideredMax = 1_000
const valueCharactersMax = 20

/** The priced fields among these fields and below them. */
export function pricedFields(fields: readonly PlannedField[]): readonly PlannedField[] {
  return fields
    .filter(({ isPriced }) => isPriced)
    .flatMap((planned) => [
      ...(planned.rate ? [planned] : []),
      ...planned.branches.flatMap((branch) => pricedFields(branch.fields)),
    ])
}

/** The first texts and numbers in the arguments of root fields that differ from their defaults. */
export function chosenValues(bound: BoundPlan): readonly string[] {
  const texts: string[] = []
  for (const planned of bound.plan.fields)
    for (const text of textsIn(chosenIn(argumentsOf(bound, planned), planned.field.args)))
      if (texts.push(text) === consideredMax) return texts
  return texts
}

/** The first texts, and the number of the others. @example listed(['a', 'b', 'c'], 2) // 'a, b, 1 more' */
export function listed(texts: readonly string[], max: number): string {
  const all = [...new Set(texts)].filter((text) => text !== '')
  const rest = all.length - max
  return [...all.slice(0, max), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

/** The values that differ from their defaults, also in input objects. */
function chosenIn(
  values: Readonly<Record<string, unknown>>,
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
): readonly unknown[] {
  return inputs.flatMap((input) => {
    const type = getNullableType(input.type)
    const value = values[input.name]
    if (isInputObjectType(type) && isObject(value))
      return chosenIn(value, Object.values(type.getFields()))
    const literal = input.default?.literal
    return literal && coerceInputLiteral(literal, type) === value ? [] : [value]
  })
}

/** Texts and numbers in a value, including those in lists and in one level of input objects. */
function* textsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield sanitise(value.slice(0, valueCharactersMax)).trim()
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null && depth <= 2)
    for (const each of Array.isArray(value) ? value : Object.values(value))
      yield* textsIn(each, depth + 1)
}

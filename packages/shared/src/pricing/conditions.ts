import { Kind, type SelectionNode, type ValueNode } from 'graphql'

/** `@skip` or `@include` on a variable: reached when the variable equals `value`. */
type Test = { variable: string; value: boolean }

/**
 * When a selection is executed: at least one of the lists holds, all tests of it together.
 * `[[]]` is always, `[]` is never.
 */
export type Condition = readonly (readonly Test[])[]

const always: Condition = [[]]
const never: Condition = []

export function isAlways(condition: Condition): boolean {
  return condition.some((tests) => tests.length === 0)
}

/** The condition a selection's own directives state. */
export function conditionOf(selection: SelectionNode): Condition {
  let condition = always
  for (const { name, arguments: args } of selection.directives ?? []) {
    if (name.value !== 'skip' && name.value !== 'include') continue
    const value = args?.find((argument) => argument.name.value === 'if')?.value
    condition = everyOf(condition, testOf(value, name.value === 'include'))
  }
  return condition
}

function testOf(value: ValueNode | undefined, wanted: boolean): Condition {
  if (value?.kind === Kind.VARIABLE) return [[{ variable: value.name.value, value: wanted }]]
  if (value?.kind === Kind.BOOLEAN) return value.value === wanted ? always : never
  return always // Not valid GraphQL: validation has refused it before.
}

/** All of them hold. */
export function everyOf(...conditions: readonly Condition[]): Condition {
  return conditions.reduce(
    (left, right) =>
      isAlways(left)
        ? right
        : isAlways(right)
          ? left
          : left.flatMap((a) => right.map((b) => [...a, ...b])),
    always,
  )
}

/** One of them holds. */
export function eitherOf(left: Condition, right: Condition): Condition {
  if (isAlways(left) || isAlways(right)) return always
  return [...left, ...right]
}

/** @param variables - Coerced: `@skip` and `@include` take non-null booleans. */
export function holds(condition: Condition, variables: Readonly<Record<string, unknown>>): boolean {
  if (condition === always) return true // Nearly all are.
  return condition.some((tests) =>
    tests.every(({ variable, value }) => variables[variable] === value),
  )
}

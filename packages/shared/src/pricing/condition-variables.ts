import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { FiqError } from '../errors.ts'

/** Values of the variables that `@skip` and `@include` read. */
export type Conditions = Readonly<Record<string, boolean>>

/** Fragments of a document, by name. */
export function fragmentsIn({
  definitions,
}: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  return fragments
}

/**
 * Sorted names of the variables that a `@skip` or an `@include` of the operation or of its
 * fragments reads.
 */
export function conditionVariablesOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly string[] {
  const names = new Set<string>()
  const visited = new Set<string>()
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      for (const { name, arguments: args } of selection.directives ?? [])
        if (name.value === 'skip' || name.value === 'include')
          for (const { value } of args ?? [])
            if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) visit(selection.selectionSet)
        continue
      }
      const fragment = fragments.get(selection.name.value)
      if (!fragment || visited.has(selection.name.value)) continue
      visited.add(selection.name.value)
      visit(fragment.selectionSet)
    }
  }
  visit(operation.selectionSet)
  return [...names].sort()
}

/**
 * Evaluates the condition variables. A variable with a default may be declared nullable and still
 * be used by `@skip`; given `null`, it neither skips nor includes.
 *
 * @throws FiqError `BAD_INPUT` naming a variable that is not a boolean.
 */
export function conditionsOf(
  names: readonly string[],
  coerced: Readonly<Record<string, unknown>>,
): Conditions {
  const conditions = names.map((name) => {
    const value = coerced[name]
    if (typeof value !== 'boolean')
      throw new FiqError(
        'BAD_INPUT',
        `The variable "$${name.slice(0, 64)}" decides @skip or @include and must not be null.`,
        { remedy: 'Send true or false, or leave the variable out to use its default.' },
      )
    return [name, value] as const
  })
  // An assignment to the name `__proto__` would lose its value.
  return Object.fromEntries(conditions)
}

/** Whether `@skip` and `@include` leave the selection in. */
export function isIncluded(selection: SelectionNode, conditions: Conditions): boolean {
  const { directives } = selection
  if (!directives || directives.length === 0) return true
  for (const { name, arguments: args } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue
    const value = args?.find((argument) => argument.name.value === 'if')?.value
    const isTrue =
      value?.kind === Kind.VARIABLE
        ? conditions[value.name.value]
        : value?.kind === Kind.BOOLEAN && value.value
    if (isTrue !== (name.value === 'include')) return false
  }
  return true
}

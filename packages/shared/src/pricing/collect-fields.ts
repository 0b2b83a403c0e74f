import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { bounds } from '../bounds.ts'
import { FiqError } from '../errors.ts'
import { type Conditions, isIncluded } from './condition-variables.ts'

/** Input of the collection, and the number of selections visited so far. */
export type Collector = {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  conditions: Conditions
  visited: number
}

/**
 * CollectFields of the GraphQL specification: the selected fields of a concrete type, by response
 * key, in the order of their first included occurrence.
 *
 * @throws FiqError `QUERY_TOO_LARGE` past the limit on selections.
 */
export function collectFields(
  collector: Collector,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const collected = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  for (const set of sets) collect(collector, type, set, { collected, spread })
  return collected
}

type Into = {
  collected: Map<string, FieldNode[]>
  /** Fragments already spread: a second spread adds nothing. */
  spread: Set<string>
}

function collect(
  collector: Collector,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  into: Into,
): void {
  for (const selection of selections) {
    collector.visited += 1
    if (collector.visited > bounds.selectionsMax)
      throw new FiqError(
        'QUERY_TOO_LARGE',
        `The query selects more than ${bounds.selectionsMax} fields and fragments.`,
      )
    if (!isIncluded(selection, collector.conditions)) continue

    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const nodes = into.collected.get(key)
      if (nodes) nodes.push(selection)
      else into.collected.set(key, [selection])
      continue
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(collector.schema, type, selection.typeCondition?.name.value))
        collect(collector, type, selection.selectionSet, into)
      continue
    }
    const name = selection.name.value
    const fragment = collector.fragments.get(name)
    if (!fragment || into.spread.has(name)) continue
    if (!applies(collector.schema, type, fragment.typeCondition.name.value)) continue
    into.spread.add(name)
    collect(collector, type, fragment.selectionSet, into)
  }
}

function applies(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string | undefined,
): boolean {
  if (name === undefined || name === type.name) return true
  const condition = schema.getType(name)
  return isAbstractType(condition) && schema.isSubType(condition, type)
}

import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

import { bounds } from '../bounds.ts'

/**
 * Counts the pairs of fields that share a response key at one place of an answer, through
 * fragments, whatever their types. Validation's overlap rule compares each such pair in every
 * operation, so this count bounds its work. The length of the text does not bound it.
 *
 * A cycle of fragments is followed to the maximum depth, and counts as too many if it branches;
 * validation reports other cycles.
 *
 * @param most - Counting stops above it.
 */
export function repeatedKeys(
  operations: readonly OperationDefinitionNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  most: number,
): number {
  let pairs = 0
  let visited = 0
  const scopes: { sets: readonly SelectionSetNode[]; depth: number }[] = operations.map(
    ({ selectionSet }) => ({ sets: [selectionSet], depth: 1 }),
  )
  for (const { sets, depth } of scopes) {
    const fields = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        visited += 1
        if (visited > bounds.selectionsMax) pairs = most + 1
        else if (selection.kind === Kind.FIELD) {
          const key = selection.alias?.value ?? selection.name.value
          const same = fields.get(key)
          pairs += same?.length ?? 0
          if (same) same.push(selection)
          else fields.set(key, [selection])
        } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet)
        else if (!spread.has(selection.name.value)) {
          spread.add(selection.name.value)
          const fragment = fragments.get(selection.name.value)
          if (fragment) visit(fragment.selectionSet)
        }
        if (pairs > most) return
      }
    }
    for (const set of sets) visit(set)
    if (pairs > most) break
    for (const nodes of fields.values()) {
      const below = nodes.flatMap((node) => node.selectionSet ?? [])
      if (below.length > 0 && depth < bounds.depthMax)
        scopes.push({ sets: below, depth: depth + 1 })
    }
  }
  return pairs
}

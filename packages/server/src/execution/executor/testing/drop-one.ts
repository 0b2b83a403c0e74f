import {
  type DefinitionNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** Number of selections in a document. */
export function selectionsIn(query: string): number {
  let count = 0
  visit(parse(query), {
    SelectionSet({ selections }) {
      count += selections.length
    },
  })
  return count
}

/** The document without one of its selections, and without definitions used only by it. */
export function dropOne(query: string, which: number): string {
  let at = -1
  const less = visit(parse(query), {
    SelectionSet(set): SelectionSetNode {
      const selections = set.selections.filter(() => {
        at += 1
        return at !== which
      })
      return { ...set, selections }
    },
  })
  return print(withoutUnused(less))
}

function withoutUnused(document: DocumentNode): DocumentNode {
  const text = print(document)
  const definitions: DefinitionNode[] = []
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) {
      if (new RegExp(`\\.\\.\\.${node.name.value}\\b`).test(text)) definitions.push(node)
    } else if (node.kind === Kind.OPERATION_DEFINITION)
      definitions.push({
        ...node,
        variableDefinitions: node.variableDefinitions?.filter(
          ({ variable }) => text.split(new RegExp(`\\$${variable.name.value}\\b`)).length > 2,
        ),
      } as DefinitionNode)
    else definitions.push(node)
  }
  return { ...document, definitions }
}

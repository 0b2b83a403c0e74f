/** A definition of the schema text, or an extension, without descriptions. */
type Definition = {
  text: string
  name: string
  implements: boolean
  words: ReadonlySet<string>
}

/**
 * The definitions in a schema text that a query may need, because parsing all of them takes longer
 * than the rest of pricing. Omits an extension of a type if the query names none of its fields,
 * together with the types that only its fields refer to. Includes all other definitions completely,
 * so a query that is valid in the result is valid in the schema, with the same meaning. Omits
 * descriptions: no price depends on them, and their words could refer to other definitions.
 *
 * @param schemaText - As printed by graphql: definitions separated by an empty line.
 */
export function neededSchema(schemaText: string, query: string): string {
  const queryWords = wordsOf(query)
  const definitions = definitionsOf(schemaText.replace(description, ''), queryWords)
  const needed = new Set(definitions.filter(({ name }) => isRoot(name, queryWords)))
  for (const { name, words } of needed)
    for (const other of definitions)
      if (words.has(other.name) || (other.implements && other.words.has(name))) needed.add(other)
  return [...needed].map(({ text }) => text).join('\n\n')
}

/**
 * Whether the search starts from a definition. Directives and the schema itself are always
 * included.
 */
function isRoot(name: string, queryWords: ReadonlySet<string>): boolean {
  return (
    !/^[A-Z]/.test(name) || /^(Query|Mutation|Subscription)$/.test(name) || queryWords.has(name)
  )
}

function definitionsOf(text: string, queryWords: ReadonlySet<string>): Definition[] {
  return text.split(definitionStart).flatMap((text) => {
    const [, name = '', implement] = definitionHead.exec(text) ?? []
    const isExtension = text.startsWith('extend type ')
    if (isExtension && !(text.match(fieldName) ?? []).some((field) => queryWords.has(field)))
      return []
    return [{ text, name, implements: implement !== undefined, words: wordsOf(text) }]
  })
}

const description = /^ *("""[\s\S]*?"""|".*")\n/gm
const fieldName = /(?<=^ {2})\w+/gm
const definitionStart =
  /\n\n(?=(?:extend|type|input|enum|scalar|interface|union|directive|schema) )/
const definitionHead =
  /^(?:extend )?(?:type|input|enum|scalar|interface|union|directive|schema)\s+@?(\w*)( implements)?/m

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g))
}

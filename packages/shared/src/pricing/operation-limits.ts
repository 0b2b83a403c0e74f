import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  TokenKind,
} from 'graphql'
import { bounds } from '../bounds.ts'
import { FiqError } from '../errors.ts'
import { nestsDeeper } from '../nesting.ts'
import { fragmentsIn } from './condition-variables.ts'
import { repeatedKeys } from './repeated-keys.ts'

/**
 * Parses a query within the token limit and measures it before more expensive steps.
 *
 * Computes the size of each fragment once. So deeply nested fragments take time linear in the text,
 * whatever their expanded size.
 *
 * @throws FiqError `GRAPHQL_PARSE_FAILED` with the position, `QUERY_TOO_LARGE` with the numbers.
 */
export function parseOperation(text: string): DocumentNode {
  const document = parseWithinTokens(text)
  refuseTokens(document)
  const fragments = fragmentsIn(document)
  refuseOver('fragments', fragments.size, bounds.fragmentsMax, 'defines')
  const measure = fragmentMeasure(fragments)
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  let selections = 0
  for (const { selectionSet } of operations) {
    const measured = measure(selectionSet)
    // Validation reads every operation, so they share one bound.
    selections += measured.selections
    refuseOver('fields and fragments', selections, bounds.selectionsMax)
    refuseOver('levels of depth', measured.depth, bounds.depthMax)
    refuseOver('introspection roots', measured.introspections, bounds.introspectionsMax)
  }
  const repeats = repeatedKeys(operations, fragments, bounds.repeatedKeysMax)
  refuseOver('pairs of fields with one response key', repeats, bounds.repeatedKeysMax)
  return document
}

function parseWithinTokens(text: string): DocumentNode {
  refuseOver('characters', text.length, bounds.documentCharactersMax, 'has')
  if (nestsDeeper(text, bounds.nestingMax))
    throw new FiqError(
      'QUERY_TOO_LARGE',
      `The query nests deeper than ${bounds.nestingMax} brackets.`,
    )
  refuseOver('lines', linesIn(text, bounds.linesMax), bounds.linesMax, 'has')
  try {
    return parse(text, { maxTokens: bounds.tokensMax })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    if (error.message.includes('tokens. Parsing aborted'))
      throw new FiqError('QUERY_TOO_LARGE', `The query has more than ${bounds.tokensMax} tokens.`)
    const [at] = error.locations ?? []
    throw new FiqError('GRAPHQL_PARSE_FAILED', error.message, {
      facts: at ? [`At: line ${at.line}, column ${at.column}`] : [],
      cause: error,
    })
  }
}

/** Counts lines as graphql does. Stops above `most`. */
function linesIn(text: string, most: number): number {
  let lines = 1
  for (const end of ['\n', '\r'])
    for (let at = text.indexOf(end); at >= 0 && lines <= most; at = text.indexOf(end, at + 1))
      if (end === '\n' || text[at + 1] !== '\n') lines += 1
  return lines
}

type Measure = { selections: number; depth: number; introspections: number }

function fragmentMeasure(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measures = new Map<string, Measure>()
  const nothing: Measure = { selections: 0, depth: 0, introspections: 0 }

  const ofFragment = (name: string): Measure => {
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    const measured = measures.get(name)
    if (measured) return measured
    measures.set(name, nothing) // Count a cycle once; validation reports it.
    const measure = ofSelections(fragment.selectionSet)
    measures.set(name, measure)
    return measure
  }

  const ofSelections = ({ selections }: SelectionSetNode): Measure => {
    let count = 0
    let depth = 0
    let introspections = 0
    for (const selection of selections) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : selection.selectionSet
            ? ofSelections(selection.selectionSet)
            : nothing
      const level = selection.kind === Kind.FIELD ? 1 : 0
      count += 1 + inner.selections
      depth = Math.max(depth, level + inner.depth)
      introspections += inner.introspections + (isIntrospection(selection) ? 1 : 0)
    }
    return { selections: count, depth, introspections }
  }
  return ofSelections
}

/**
 * Introspection fields have their own limit: they are free, and their answer is as large as the
 * schema.
 */
function isIntrospection(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && ['__schema', '__type'].includes(selection.name.value)
}

/**
 * Limits the length of names: aliases become keys of the answer and paths of the quote, and errors
 * repeat other names. Refuses numbers that are no finite double: graphql reads them as infinite in
 * a text, and refuses them in variables.
 */
function refuseTokens({ loc }: DocumentNode): void {
  for (let token = loc?.startToken; token; token = token.next ?? undefined) {
    const { kind, value = '', line, column } = token
    const facts = [`At: line ${line}, column ${column}`]
    if (kind === TokenKind.NAME && value.length > bounds.nameCharactersMax)
      throw new FiqError(
        'QUERY_TOO_LARGE',
        `The query holds a name of ${value.length} characters; the limit is ${bounds.nameCharactersMax}.`,
        { facts },
      )
    const isNumber = kind === TokenKind.FLOAT || kind === TokenKind.INT
    if (isNumber && !Number.isFinite(Number(value)))
      throw new FiqError('GRAPHQL_VALIDATION_FAILED', 'A number of the query is too large.', {
        facts,
      })
  }
}

function refuseOver(noun: string, count: number, limit: number, verb = 'selects'): void {
  if (count > limit)
    throw new FiqError(
      'QUERY_TOO_LARGE',
      `The query ${verb} ${count > 1e9 ? 'over a billion' : count} ${noun}; the limit is ${limit}.`,
    )
}

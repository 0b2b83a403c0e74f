import { defined } from '@fiq/shared/defined'
import { parseOperation } from '@fiq/shared/pricing/operation-limits'
import { sanitise } from '@fiq/shared/sanitise'
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

/** Limits of the summary, because a query may be longer than a screen. */
export const summaryLimits = {
  fieldsMax: 6,
  areasMax: 8,
  itemsMax: 4,
  membersMax: 8,
  textCharactersMax: 40,
  lineCharactersMax: 160,
} as const

/**
 * Describes the purchase from the syntax tree. Aliases and comments are the caller's text and are
 * omitted.
 */
export type QuerySummary = {
  /** One line for each root field, with its arguments and areas, and one that counts the rest. */
  lines: readonly string[]
  /** The caller's name of the operation. */
  name?: string
}

/**
 * Summarises a request from its bytes.
 *
 * @returns `undefined` for a body that is not a GraphQL request, such as a purchase of credits.
 */
export function summariseQuery(body: string | undefined): QuerySummary | undefined {
  try {
    const { query, variables, operationName } = JSON.parse(body ?? '') as Record<string, unknown>
    if (typeof query !== 'string') return undefined
    const document = parseOperation(query)
    const operation = operationOf(document, operationName)
    if (!operation) return undefined
    const variableText = variableTexts(operation, variables)
    const fields = fieldsOf(operation.selectionSet, document)
    const shown = fields
      .slice(0, summaryLimits.fieldsMax)
      .map((field) => line(field, document, variableText))
    const hidden = fields.length - shown.length
    const name = operation.name?.value
    return {
      lines:
        hidden > 0
          ? [...shown, `and ${hidden} more root ${hidden === 1 ? 'field' : 'fields'}`]
          : shown,
      ...defined({ name }),
    }
  } catch {
    return undefined
  }
}

/** The caller's name of the operation, quoted and marked as the caller's. */
export function callerName({ name }: QuerySummary): string | undefined {
  return name === undefined ? undefined : `named "${cut(name, 40)}" by the caller`
}

/** One line for lists, notices and the journal. */
export function summaryLine(body: string): string {
  const summary = summariseQuery(body)
  return summary ? cut(summary.lines.join('; '), 120) : 'a query that cannot be read'
}

/** The operation that a request runs: the named one, else the first. */
export function operationOf(
  { definitions }: DocumentNode,
  name: unknown,
): OperationDefinitionNode | undefined {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  // An empty name counts as absent, as on the server.
  if (typeof name !== 'string' || name === '') return operations[0]
  return operations.find((one) => one.name?.value === name)
}

/** Returns the text of a variable. A value in the request overrides the query's default. */
type VariableText = (name: string) => string

function variableTexts(
  { variableDefinitions }: OperationDefinitionNode,
  variables: unknown,
): VariableText {
  const values = new Map(Object.entries((variables ?? {}) as Record<string, unknown>))
  const defaults = new Map(
    (variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue,
    ]),
  )
  return (name) => {
    if (values.has(name)) return jsonText(values.get(name))
    const fallback = defaults.get(name)
    return fallback ? valueText(fallback, () => 'null') : 'null'
  }
}

/** The fields of a selection, including those of fragments, each fragment once. */
export function fieldsOf(set: SelectionSetNode, document: DocumentNode): readonly FieldNode[] {
  const entered = new Set<string>()
  const walk = ({ selections }: SelectionSetNode): readonly FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return walk(selection.selectionSet)
      const name = selection.name.value
      if (entered.has(name)) return []
      entered.add(name)
      const fragment = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
      )
      return fragment && 'selectionSet' in fragment ? walk(fragment.selectionSet) : []
    })
  return walk(set)
}

function line(field: FieldNode, document: DocumentNode, variableText: VariableText): string {
  const values = (field.arguments ?? []).map(
    ({ name, value }) => `${name.value}: ${valueText(value, variableText)}`,
  )
  const shown = `${field.name.value}${values.length > 0 ? `(${values.join(', ')})` : ''}`
  const inner = field.selectionSet ? fieldsOf(field.selectionSet, document) : []
  const areas = [...new Set(inner.filter((one) => one.selectionSet).map(({ name }) => name.value))]
  const words = listed(areas, summaryLimits.areasMax)
  const charactersMax = summaryLimits.lineCharactersMax
  return areas.length > 0
    ? `${cut(shown, charactersMax - 40)} with ${cut(words.join(', '), 80)}`
    : cut(shown, charactersMax)
}

function valueText(value: ValueNode, variableText: VariableText): string {
  switch (value.kind) {
    case Kind.VARIABLE:
      return variableText(value.name.value)
    case Kind.LIST: {
      const { itemsMax } = summaryLimits
      const items = value.values.slice(0, itemsMax).map((item) => valueText(item, variableText))
      return `[${counted(items, value.values.length).join(', ')}]`
    }
    case Kind.OBJECT: {
      const { membersMax } = summaryLimits
      const members = value.fields
        .slice(0, membersMax)
        .map((member) => `${member.name.value}: ${valueText(member.value, variableText)}`)
      return `{${counted(members, value.fields.length).join(', ')}}`
    }
    case Kind.NULL:
      return 'null'
    case Kind.STRING:
      return quoted(value.value)
    default:
      return cut(String(value.value), summaryLimits.textCharactersMax)
  }
}

/** A value of the request as text. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) {
    const items = value.slice(0, summaryLimits.itemsMax).map((item) => jsonText(item))
    return `[${counted(items, value.length).join(', ')}]`
  }
  if (typeof value !== 'object' || value === null) return String(value ?? null)
  const entries = Object.entries(value)
  const members = entries
    .slice(0, summaryLimits.membersMax)
    .map(([name, member]) => `${cut(name, 20)}: ${jsonText(member)}`)
  return `{${counted(members, entries.length).join(', ')}}`
}

function counted(items: readonly string[], count: number): readonly string[] {
  return count > items.length ? [...items, `and ${count - items.length} more`] : items
}

function listed(names: readonly string[], max: number): readonly string[] {
  return counted(names.slice(0, max), names.length)
}

function quoted(text: string): string {
  return JSON.stringify(cut(text, summaryLimits.textCharactersMax))
}

function cut(text: string, charactersMax: number): string {
  const clean = sanitise(text.slice(0, 4 * charactersMax))
  return clean.length > charactersMax ? `${clean.slice(0, charactersMax - 1)}…` : clean
}

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { FiqError } from '../errors.ts'
import { type Condition, conditionOf, eitherOf, everyOf } from './conditions.ts'
import { operationLimits, type Rate, type Rates } from './tariff.ts'

/** A field an executor would run once per response path. */
export type PlannedField = {
  /** Response path without list positions, e.g. `a.news` for an alias `a`. */
  path: string
  /** `Type.field`. */
  coordinate: string
  /** When it is executed at all: `@skip` and `@include` on it and around it. */
  condition: Condition
  /** `undefined` for fields that are part of their parent's price. */
  rate: Rate | undefined
  /** What `getArgumentValues` needs; only asked where the rate counts an argument. */
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  /** What is below it, per concrete type; the dearest counts. Empty for leaves. */
  branches: readonly (readonly PlannedField[])[]
}

/** An operation's fields as an executor would collect them, free of variables. Cacheable. */
export type OperationPlan = {
  operation: OperationDefinitionNode
  fields: readonly PlannedField[]
}

/**
 * Plans a validated document: fields collected per concrete type, fragments inlined, merged by
 * response key. So formatting, order, fragments and duplicates never change what is planned, and
 * every alias is another field, because it is executed.
 *
 * @throws FiqError `BAD_REQUEST` when `operationName` does not select one operation,
 * `QUERY_TOO_LARGE` past the field limit.
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  rates: Rates,
): OperationPlan {
  const operation = operationIn(document, operationName)
  const root = schema.getRootType(operation.operation)
  if (!root)
    throw new FiqError(
      'GRAPHQL_VALIDATION_FAILED',
      `The schema has no ${operation.operation} type.`,
    )

  const collector: Collector = { schema, rates, fragments: fragmentsIn(document), visited: 0 }
  return {
    operation,
    fields: plan(collector, root, '', [{ set: operation.selectionSet, under: everyOf() }]),
  }
}

/**
 * All fields of a plan, those above before those below them. The condition of each holds only where
 * those of the fields above it do.
 */
export function fieldsIn(fields: readonly PlannedField[]): readonly PlannedField[] {
  const found = [...fields]
  for (const { branches } of found) for (const branch of branches) found.push(...branch)
  return found
}

/** @throws FiqError `BAD_REQUEST` */
export function operationIn(
  document: DocumentNode,
  operationName: string | undefined,
): OperationDefinitionNode {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const named = operationName && operations.find(({ name }) => name?.value === operationName)
  if (named) return named
  if (operationName === undefined && operations.length === 1) return operations[0]!
  throw new FiqError('BAD_REQUEST', whyNone(operations.length, operationName), {
    facts: operations.length === 0 ? [] : [`Operations: ${namesOf(operations)}`],
    remedy: 'Name one operation of the document: operationName, or fiq query --operation.',
  })
}

function whyNone(count: number, asked: string | undefined): string {
  if (asked !== undefined) return `The document holds no operation "${asked.slice(0, 80)}".`
  return count === 0
    ? 'The document holds no operation.'
    : `The document holds ${count} operations; which is meant is not said.`
}

/** Ten at most, in full only where they are short. */
function namesOf(operations: readonly OperationDefinitionNode[]): string {
  const names = operations.slice(0, 10).map(({ name }) => name?.value.slice(0, 80) ?? 'one unnamed')
  return names.concat(operations.length > 10 ? ['…'] : []).join(', ')
}

type Collector = {
  schema: GraphQLSchema
  rates: Rates
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  visited: number
}

/** A selection set together with the condition under which it is reached. */
type Reached = { set: SelectionSetNode; under: Condition }

type Collected = { node: FieldNode; condition: Condition; below: Reached[] }

function plan(
  collector: Collector,
  type: GraphQLObjectType,
  prefix: string,
  sets: readonly Reached[],
): PlannedField[] {
  const collected = new Map<string, Collected>()
  for (const reached of sets) collect(collector, type, reached, collected)

  const planned: PlannedField[] = []
  for (const [key, { node, condition, below }] of collected) {
    const field = type.getFields()[node.name.value]
    if (!field) continue // __typename and the other introspection fields are free.
    const path = prefix === '' ? key : `${prefix}.${key}`
    const fieldType = getNamedType(field.type)
    const concrete = isObjectType(fieldType)
      ? [fieldType]
      : isAbstractType(fieldType)
        ? collector.schema.getPossibleTypes(fieldType)
        : []
    const coordinate = `${type.name}.${field.name}`
    planned.push({
      path,
      coordinate,
      condition,
      rate: collector.rates[coordinate],
      field,
      node,
      branches: concrete.map((possible) => plan(collector, possible, path, below)),
    })
  }
  return planned
}

/** The executor's CollectFields, with conditions kept instead of evaluated. */
function collect(
  collector: Collector,
  type: GraphQLObjectType,
  { set, under }: Reached,
  into: Map<string, Collected>,
): void {
  for (const selection of set.selections) {
    collector.visited += 1
    if (collector.visited > operationLimits.fieldsMax)
      throw new FiqError(
        'QUERY_TOO_LARGE',
        `The query selects more than ${operationLimits.fieldsMax} fields.`,
      )
    const condition = everyOf(under, conditionOf(selection))

    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const merged = into.get(key) ?? { node: selection, condition: undefined, below: [] }
      into.set(key, {
        node: merged.node,
        condition:
          merged.condition === undefined ? condition : eitherOf(merged.condition, condition),
        below: selection.selectionSet
          ? [...merged.below, { set: selection.selectionSet, under: condition }]
          : merged.below,
      })
      continue
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : collector.fragments.get(selection.name.value)
    if (fragment && applies(collector.schema, type, fragment.typeCondition?.name.value))
      collect(collector, type, { set: fragment.selectionSet, under: condition }, into)
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

function fragmentsIn(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  return fragments
}

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import { bounds } from '../bounds.ts'
import { FiqError } from '../errors.ts'
import { type Collector, collectFields } from './collect-fields.ts'
import { type Conditions, conditionVariablesOf, fragmentsIn } from './condition-variables.ts'
import type { Contract } from './contract.ts'
import type { Rate } from './tariff.ts'

/** A field that the executor runs: once for each object at its response path. */
export type PlannedField = {
  /** Alias, or else the name. */
  key: string
  /** Response path without list positions, e.g. `a.news` for an alias `a`. */
  path: string
  /** `Type.field`. */
  coordinate: string
  parentType: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  /** All nodes merged into the field. Validation ensures that their arguments are equal. */
  nodes: readonly [FieldNode, ...FieldNode[]]
  /** Index of its arguments in a bound plan; -1 for a field without arguments. */
  slot: number
  /** `undefined` for fields that are included in their parent's price. */
  rate: Rate | undefined
  /** Index of its counter; -1 for a field without a rate. */
  counter: number
  /** Whether it or a field below it has a rate. */
  isPriced: boolean
  /**
   * The fields below it for each concrete type. The most expensive type is priced. Empty for
   * leaves.
   */
  branches: readonly Branch[]
}

/** The fields below another field for one concrete type. */
export type Branch = { type: GraphQLObjectType; fields: readonly PlannedField[] }

/**
 * The fields of an operation for one set of values of its condition variables. Price, permission,
 * bounds and execution all read it. It does not depend on other variables, so it can be cached.
 */
export type OperationPlan = {
  operation: OperationDefinitionNode
  root: GraphQLObjectType
  fields: readonly PlannedField[]
  /** Fields with arguments, by slot. */
  withArguments: readonly PlannedField[]
  /** Number of fields with a rate. */
  counters: number
  /** Area of the first field without a source at this server. */
  unavailable: string | undefined
}

/**
 * Plans a validated document: collects fields for each concrete type, inlines fragments, and merges
 * fields by response key in the executor's order. Formatting, fragments and duplicates never change
 * the plan. Every alias is a separate field, because it is executed.
 *
 * @throws FiqError `QUERY_TOO_LARGE` beyond the limits on fields and on response paths.
 */
export function planOperation(
  contract: Contract,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Conditions,
): OperationPlan {
  const { schema } = contract
  const root = schema.getRootType(operation.operation)
  if (!root || operation.operation !== OperationTypeNode.QUERY)
    throw new FiqError('GRAPHQL_VALIDATION_FAILED', `The schema has no ${operation.operation}.`)

  const collector = { schema, fragments: fragmentsIn(document), conditions, visited: 0 }
  const planner: Planner = {
    contract,
    collector,
    counters: 0,
    withArguments: [],
    unavailable: undefined,
  }
  const fields = planFields(planner, root, '', [operation.selectionSet])
  const { withArguments, counters, unavailable } = planner
  return { operation, root, fields, withArguments, counters, unavailable }
}

type Planner = {
  contract: Contract
  collector: Collector
  withArguments: PlannedField[]
  counters: number
  unavailable: string | undefined
}

function planFields(
  planner: Planner,
  type: GraphQLObjectType,
  prefix: string,
  sets: readonly SelectionSetNode[],
): PlannedField[] {
  const { contract, collector } = planner
  const planned: PlannedField[] = []
  for (const [key, nodes] of collectFields(collector, type, sets)) {
    const [first] = nodes
    const field = first && contract.schema.getField(type, first.name.value)
    if (!field) continue
    const coordinate = `${type.name}.${field.name}`
    const rate = contract.tariff.rates[coordinate]
    planner.unavailable ??= contract.tariff.unavailable?.[coordinate]
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (path.length > bounds.pathCharactersMax)
      throw new FiqError(
        'QUERY_TOO_LARGE',
        `A response path of the query has ${path.length} characters; the limit is ${bounds.pathCharactersMax}.`,
      )
    const counter = rate ? planner.counters++ : -1
    const branches = planBranches(planner, field, path, nodes)
    const isPriced =
      rate !== undefined || branches.some(({ fields }) => fields.some((each) => each.isPriced))
    const slot = field.args.length > 0 ? planner.withArguments.length : -1
    const one: PlannedField = {
      key,
      path,
      coordinate,
      parentType: type,
      field,
      slot,
      rate,
      counter,
      isPriced,
      nodes: nodes as PlannedField['nodes'],
      branches,
    }
    if (slot >= 0) planner.withArguments.push(one)
    planned.push(one)
  }
  return planned
}

function planBranches(
  planner: Planner,
  field: GraphQLField<unknown, unknown>,
  path: string,
  nodes: readonly FieldNode[],
): Branch[] {
  const type = getNamedType(field.type)
  const concrete = isObjectType(type)
    ? [type]
    : isAbstractType(type)
      ? planner.contract.schema.getPossibleTypes(type)
      : []
  if (concrete.length === 0) return []
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return concrete.map((each) => ({
    type: each,
    fields: planFields(planner, each, path, sets),
  }))
}

/** All fields of a plan. A field comes before those below it. */
export function fieldsIn(fields: readonly PlannedField[]): readonly PlannedField[] {
  const found = [...fields]
  for (const { branches } of found) for (const branch of branches) found.push(...branch.fields)
  return found
}

/** Variables whose values decide which fields are planned. */
export function conditionVariablesIn(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): readonly string[] {
  return conditionVariablesOf(operation, fragmentsIn(document))
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

function whyNone(count: number, name: string | undefined): string {
  if (name !== undefined) return `The document has no operation "${name.slice(0, 80)}".`
  return count === 0
    ? 'The document has no operation.'
    : `The document has ${count} operations, and none is chosen.`
}

/** At most ten names, long ones shortened. */
function namesOf(operations: readonly OperationDefinitionNode[]): string {
  const names = operations.slice(0, 10).map(({ name }) => name?.value.slice(0, 80) ?? 'one unnamed')
  return names.concat(operations.length > 10 ? ['…'] : []).join(', ')
}

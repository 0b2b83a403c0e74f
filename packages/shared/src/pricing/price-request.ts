import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  stripIgnoredCharacters,
  type VariableValues,
  validate,
} from 'graphql'
import { FiqError } from '../errors.ts'
import { type ItemisedQuote, quoteDigest, requestDigest } from '../payment/quote.ts'
import { holds } from './conditions.ts'
import { parseOperation } from './operation-limits.ts'
import { type OperationPlan, type PlannedField, planOperation } from './plan-operation.ts'
import { foldRows, type Price, pricePlan } from './price-plan.ts'
import { atomicPerCredit, type Tariff } from './tariff.ts'

/** What server and client agree on: the schema and what its fields cost. */
export type Contract = { schema: GraphQLSchema; tariff: Tariff }

/** A query text parsed, validated and planned. Holds no variables, so it can be kept and reused. */
export type PreparedOperation = {
  document: DocumentNode
  plan: OperationPlan
  /** The text without ignored characters: what the request digest is made of. */
  normalised: string
  operationName: string | undefined
}

/** An operation with its variables coerced and its price computed. */
export type PricedRequest = {
  prepared: PreparedOperation
  variables: VariableValues
  price: Price
}

/**
 * Parses, validates and plans a query.
 *
 * @throws FiqError `GRAPHQL_PARSE_FAILED`, `QUERY_TOO_LARGE`, `GRAPHQL_VALIDATION_FAILED`,
 * `BAD_REQUEST`.
 */
export function prepareOperation(
  { schema, tariff }: Contract,
  query: string,
  operationName?: string,
): PreparedOperation {
  const document = parseOperation(query)
  const faults = validate(schema, document, undefined, { maxErrors: 5 })
  if (faults[0])
    throw new FiqError('GRAPHQL_VALIDATION_FAILED', faults[0].message, {
      facts: faults.map(({ message, locations }) => {
        const at = locations?.[0]
        return at ? `line ${at.line}, column ${at.column}: ${message}` : message
      }),
    })
  return {
    document,
    plan: planOperation(schema, document, operationName, tariff.rates),
    normalised: stripIgnoredCharacters(query),
    operationName,
  }
}

/**
 * Coerces the variables and prices the operation with them. The same function on both sides.
 *
 * @throws FiqError `BAD_INPUT` naming the variable, `NOT_CONFIGURED` for an area without a source,
 * `QUERY_TOO_EXPENSIVE`.
 */
export function priceRequest(
  { schema, tariff }: Contract,
  prepared: PreparedOperation,
  inputs: Readonly<Record<string, unknown>>,
): PricedRequest {
  const definitions = prepared.plan.operation.variableDefinitions ?? []
  const coerced = getVariableValues(schema, definitions, inputs, { maxErrors: 5 })
  if (!coerced.variableValues)
    throw new FiqError('BAD_INPUT', coerced.errors[0]?.message ?? 'The variables do not fit.', {
      facts: coerced.errors.map(({ message }) => message),
    })
  const variables = coerced.variableValues
  refuseUnavailable(prepared.plan.fields, variables.coerced, tariff.unavailable ?? {})
  return { prepared, variables, price: pricePlan(prepared.plan, variables) }
}

/** Nothing is priced that cannot be answered here at all. */
function refuseUnavailable(
  fields: readonly PlannedField[],
  variables: Readonly<Record<string, unknown>>,
  unavailable: Readonly<Record<string, string>>,
): void {
  for (const { coordinate, condition, branches } of fields) {
    if (!holds(condition, variables)) continue
    const area = unavailable[coordinate]
    if (area !== undefined)
      throw new FiqError('NOT_CONFIGURED', `This server has no source configured for ${area}.`, {
        facts: [`Area: ${area}`],
      })
    for (const branch of branches) refuseUnavailable(branch, variables, unavailable)
  }
}

/** Digest of what is asked, without its price: the key that binds a payment to its request. */
export function digestOf({ prepared, variables }: PricedRequest): string {
  return requestDigest({
    operation: prepared.normalised,
    operationName: prepared.operationName,
    variables: variables.coerced,
  })
}

/** The itemised quote as it travels: a pure function of request, tariff and payee. */
export function quoteOf(priced: PricedRequest, tariff: Tariff, payTo: string): ItemisedQuote {
  const { credits, amount, rows } = priced.price
  const request = digestOf(priced)
  return {
    version: 1,
    tariff: tariff.version,
    credits,
    unitPrice: String(atomicPerCredit),
    total: String(amount),
    rows: foldRows(rows),
    digest: quoteDigest({ request, tariff: tariff.version, amount, payTo }),
  }
}

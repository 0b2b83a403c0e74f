import {
  type DocumentNode,
  type GraphQLSchema,
  getVariableValues,
  stripIgnoredCharacters,
  type VariableValues,
  validate,
} from 'graphql'
import { FiqError } from '../errors.ts'
import {
  digestFrom,
  digestStart,
  foldRows,
  type ItemisedQuote,
  quoteDigest,
} from '../payment/quote.ts'
import { holds } from './conditions.ts'
import { parseOperation } from './operation-limits.ts'
import { fieldsIn, type OperationPlan, type PlannedField, planOperation } from './plan-operation.ts'
import { type Price, pricePlan } from './price-plan.ts'
import { atomicPerCredit, type Tariff } from './tariff.ts'

/** What server and client agree on: the schema and what its fields cost. */
export type Contract = { schema: GraphQLSchema; tariff: Tariff }

/** A query text parsed, validated and planned. Holds no variables, so it can be kept and reused. */
export type PreparedOperation = {
  document: DocumentNode
  plan: OperationPlan
  operationName: string | undefined
  /** What its request digests have in common. */
  digestStart: string
  /** Fields of areas without a source here; refused where they are asked for. */
  unavailable: readonly PlannedField[]
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
  const plan = planOperation(schema, document, operationName, tariff.rates)
  return {
    document,
    plan,
    operationName,
    digestStart: digestStart(stripIgnoredCharacters(query), operationName),
    unavailable: fieldsIn(plan.fields).filter(
      ({ coordinate }) => tariff.unavailable?.[coordinate] !== undefined,
    ),
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
  refuseUnavailable(prepared, variables, tariff)
  return { prepared, variables, price: pricePlan(prepared.plan, variables, tariff.bounds) }
}

/** Nothing is priced that cannot be answered here at all. */
function refuseUnavailable(
  { unavailable }: PreparedOperation,
  { coerced }: VariableValues,
  tariff: Tariff,
): void {
  const asked = unavailable.find(({ condition }) => holds(condition, coerced))
  if (!asked) return
  const area = tariff.unavailable?.[asked.coordinate]
  throw new FiqError('NOT_CONFIGURED', `This server has no source configured for ${area}.`, {
    facts: [`Area: ${area}`],
  })
}

/** Digest of what is asked, without its price: the key that binds a payment to its request. */
export function digestOf({ prepared, variables }: PricedRequest): string {
  return digestFrom(prepared.digestStart, variables.coerced)
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

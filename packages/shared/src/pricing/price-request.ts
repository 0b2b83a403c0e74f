import {
  type DocumentNode,
  getVariableValues,
  type OperationDefinitionNode,
  stripIgnoredCharacters,
  type VariableValues,
  validate,
} from 'graphql'
import { expectedError, FiqError } from '../errors.ts'
import {
  digestFrom,
  digestStart,
  foldRows,
  type ItemisedQuote,
  quoteDigest,
} from '../payment/quote.ts'
import { type BoundPlan, bindPlan } from './bind-plan.ts'
import { conditionsOf } from './condition-variables.ts'
import type { Contract } from './contract.ts'
import { parseOperation } from './operation-limits.ts'
import {
  conditionVariablesIn,
  type OperationPlan,
  operationIn,
  planOperation,
} from './plan-operation.ts'
import { type Price, pricePlan, type RunsMax } from './price-plan.ts'
import { atomicPerCredit, type PriceBounds, priceBounds, type Tariff } from './tariff.ts'
import { refuseManyItems } from './variable-items.ts'

export type { Contract } from './contract.ts'

/** A parsed and validated query text. It can be cached and used with any variables. */
export type PreparedOperation = {
  document: DocumentNode
  operation: OperationDefinitionNode
  operationName: string | undefined
  /** Common prefix of its request digests. */
  digestStart: string
  /** Variables that `@skip` and `@include` read. Each set of their values has its own plan. */
  conditionVariables: readonly string[]
  /** Cached plans, or refusals to plan, by the values of the condition variables. */
  plans: Map<string, OperationPlan | FiqError>
  /** Number of plans and refusals made so far, dropped ones included. */
  planned: number
}

/** An operation with its variables coerced, its plan chosen and its price computed. */
export type PricedRequest = {
  prepared: PreparedOperation
  variables: VariableValues
  /** The plan that is priced, checked and executed. */
  bound: BoundPlan
  /** Bounds of the price. A narrowed plan is priced again with the same bounds. */
  priceBounds: PriceBounds
  price: Price
  /** The executor refuses further runs of a rated field. */
  runsMax: RunsMax
  /** Computed once for a request and its copies: see {@link digestOf}. */
  digest: { text?: string }
}

/** Maximum number of cached plans of one text, for different values of its condition variables. */
const plansMax = 16

/**
 * Parses, validates and plans a query.
 *
 * @throws FiqError `GRAPHQL_PARSE_FAILED`, `QUERY_TOO_LARGE`, `GRAPHQL_VALIDATION_FAILED`,
 * `BAD_REQUEST`.
 */
export function prepareOperation(
  contract: Contract,
  query: string,
  operationName?: string,
): PreparedOperation {
  const { schema } = contract
  const document = parseOperation(query)
  const faults = validate(schema, document, undefined, { maxErrors: 5 })
  if (faults[0])
    throw new FiqError('GRAPHQL_VALIDATION_FAILED', faults[0].message, {
      facts: faults.map(({ message, locations }) => {
        const at = locations?.[0]
        return at ? `line ${at.line}, column ${at.column}: ${message}` : message
      }),
    })
  const operation = operationIn(document, operationName)
  const prepared = {
    document,
    operation,
    operationName,
    digestStart: digestStart(stripIgnoredCharacters(query), operationName),
    conditionVariables: conditionVariablesIn(document, operation),
    plans: new Map<string, OperationPlan | FiqError>(),
    planned: 0,
  }
  if (prepared.conditionVariables.length === 0) planOf(contract, prepared, {})
  return prepared
}

/**
 * Coerces the variables and prices the operation with them. Server and client call this function.
 *
 * @throws FiqError `BAD_INPUT` naming the variable or the argument, `NOT_CONFIGURED` for an area
 * without a source, `QUERY_TOO_LARGE`, `QUERY_TOO_EXPENSIVE`.
 */
export function priceRequest(
  contract: Contract,
  prepared: PreparedOperation,
  inputs: Readonly<Record<string, unknown>>,
): PricedRequest {
  const { schema, tariff } = contract
  refuseManyItems(inputs)
  const definitions = prepared.operation.variableDefinitions ?? []
  const coerced = getVariableValues(schema, definitions, inputs, { maxErrors: 5 })
  if (!coerced.variableValues)
    throw new FiqError('BAD_INPUT', coerced.errors[0]?.message ?? 'The variables do not fit.', {
      facts: coerced.errors.map(({ message }) => message),
    })
  const variables = coerced.variableValues
  const plan = planOf(contract, prepared, variables.coerced)
  if (plan.unavailable !== undefined)
    throw new FiqError(
      'NOT_CONFIGURED',
      `This server has no source configured for ${plan.unavailable}.`,
    )
  const bound = bindPlan(plan, variables)
  const bounds = tariff.bounds ?? priceBounds
  const priced = pricePlan(bound, bounds)
  return { prepared, variables, bound, priceBounds: bounds, ...priced, digest: {} }
}

/** The plan for these values of the condition variables. Drops the oldest cached plan first. */
function planOf(
  contract: Contract,
  prepared: PreparedOperation,
  coerced: VariableValues['coerced'],
): OperationPlan {
  const { document, operation, conditionVariables, plans } = prepared
  const conditions = conditionsOf(conditionVariables, coerced)
  const key = conditionVariables.map((name) => (conditions[name] ? '1' : '0')).join('')
  let plan = plans.get(key)
  if (!plan) {
    plan = planOrRefusal(() => planOperation(contract, document, operation, conditions))
    const [oldest] = plans.size < plansMax ? [] : plans.keys()
    if (oldest !== undefined) plans.delete(oldest)
    plans.set(key, plan)
    prepared.planned += 1
  }
  if (plan instanceof FiqError) throw plan
  return plan
}

/** Returns a refusal as a value: it costs as much work as a plan, so it is cached like one. */
function planOrRefusal(plan: () => OperationPlan): OperationPlan | FiqError {
  try {
    return plan()
  } catch (error) {
    return expectedError(error)
  }
}

/** Digest of the request without its price: it binds a payment to its request. */
export function digestOf({ digest, prepared, variables }: PricedRequest): string {
  digest.text ??= digestFrom(prepared.digestStart, variables.coerced)
  return digest.text
}

/** The itemised quote as it is sent: a pure function of request, tariff and payee. */
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

import { catalog, toolNamed } from '../catalog/catalog.ts'
import type { InputSchema } from '../catalog/tool.ts'
import { FiqError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import { formatUsdc } from '../money/usdc.ts'
import type { QuoteRow } from '../payment/quote.ts'
import { answerTool } from './answer-tool.ts'
import { type DescribedKind, describedKinds } from './describe.ts'
import { newerToolNamed } from './newer-catalog.ts'

// Tools for callers of MCP 2025-11-25 and later only.

/** Annotations of every tool in MCP: it only reads, may be repeated, and reaches other hosts. */
export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const

export const describeTool = {
  name: 'describe',
  title: 'What a tool, an area or a type of the schema holds, costs and takes',
  inputSchema: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        description: 'A tool, an area, a root field or a type, e.g. insiderTrades',
      },
      kind: {
        type: 'string',
        enum: describedKinds,
        description: 'Which of them, where several have the name; default the first',
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies { inputSchema: InputSchema; [member: string]: unknown }

/** Examples of the tools that are not in the schema. */
const ownExamples: Readonly<Record<string, Json>> = {
  graphql: { query: '{ treasuryYields { date year10 } }' },
  price: { tool: 'quotes', arguments: { tickers: ['AAPL', 'MSFT'] } },
  describe: { name: 'insiderTrades', kind: 'area' },
  answer: {
    id: '0123456789abcdef0123456789abcdef',
    table: 'priceHistory.0.bars',
    from: 500,
    format: 'csv',
  },
  spending: {},
}

/**
 * Describes a tool that is not in the schema, as `describe` describes the others.
 *
 * @param listed - The list of tools of the caller.
 * @returns `undefined` if the list has no such tool.
 */
export function describeOwnTool(
  { name, kind = 'tool' }: { name: string; kind?: DescribedKind | undefined },
  listed: readonly { name: string; description?: string | undefined; inputSchema: object }[],
): Json | undefined {
  const tool = listed.find((each) => each.name === name)
  if (kind !== 'tool' || !tool || !Object.hasOwn(ownExamples, name)) return undefined
  const { description, inputSchema } = tool
  const example = { tool: name, arguments: ownExamples[name]! }
  return { kind, name, about: description, example, inputSchema }
}

type ObjectSchema = InputSchema & { type: 'object' }

/** The input of a listed tool, of the catalog or not; `undefined` for another name. */
export function inputOf(name: string): ObjectSchema | undefined {
  if (Object.hasOwn(ownInputs, name)) return ownInputs[name]
  return newerToolNamed(name)?.inputSchema
}

/** The input of a valid call of a tool. */
export function exampleOf(name: string): Json {
  return (Object.hasOwn(ownExamples, name) ? ownExamples[name] : toolNamed(name)?.variables) ?? {}
}

/**
 * The answer of `price`: in USDC, as in the cost of an answer.
 *
 * @param price - `amount` in atomic units, and the rows of the quote.
 */
export function priceAnswer({ tariff, credits, amount, rows }: PriceParts): Json {
  return {
    amount: formatUsdc(BigInt(amount)),
    unit: 'USDC',
    credits,
    tariff,
    rows: rows.map(([path, times, each]) => ({ path, times, credits: each })),
  }
}

type PriceParts = {
  tariff: string
  credits: number
  amount: bigint | string
  rows: readonly QuoteRow[]
}

/** Fields of the root without a tool of their own. */
export const fieldsWithoutTool = [
  'technicals',
  'sanctionsLists',
  'policyRates',
  'news',
  'predictions',
  'research',
  'factorReturns',
  'balanceOfPayments',
  'treasuryYields',
] as const

/** What the tool `graphql` is for, beside the other tools. */
export const graphqlHint = `Also fields without a tool: ${fieldsWithoutTool.join(', ')}; describe gives their arguments and an example.`

/** What an answer says about a list that it does not contain whole. */
export const moreHint =
  'A list has 20 items by default; if it has more, more in the answer says how many and how to get them.'

/** Input of the tool `price`. */
export const priceInput = {
  type: 'object',
  properties: {
    tool: { type: 'string', description: 'Name of a tool; or give a query' },
    arguments: { type: 'object', description: 'Arguments of that tool' },
    query: { type: 'string', description: 'GraphQL query text; or name a tool' },
    variables: { type: 'object', description: 'Variables of the query' },
    operationName: {
      type: 'string',
      description: 'Which operation of the text, when it has several',
    },
  },
  additionalProperties: false,
} as const satisfies InputSchema

/** Input of the tool `graphql`. */
export const graphqlInput = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'GraphQL query text' },
    variables: priceInput.properties.variables,
    operationName: priceInput.properties.operationName,
  },
  required: ['query'],
  additionalProperties: false,
} as const satisfies InputSchema

/** Inputs of the tools that are not in the catalog. */
const ownInputs: Readonly<Record<string, ObjectSchema>> = {
  graphql: graphqlInput,
  price: priceInput,
  describe: describeTool.inputSchema,
  answer: answerTool.inputSchema,
}

/**
 * Normalises the input of `price`: `input` is the former name of `arguments`, and the tool
 * `graphql` becomes a query.
 *
 * @throws FiqError `BAD_INPUT` for both names: the result would not tell which call it prices.
 */
export function priceCallOf({ input, ...others }: Json): Json {
  if (input !== undefined && others['arguments'] !== undefined)
    throw new FiqError('BAD_INPUT', 'price: give arguments, or input, its former name; not both.')
  const call = input === undefined ? others : { arguments: input, ...others }
  if (call['tool'] !== 'graphql' || !isObject(call['arguments'])) return call
  const { tool: _, arguments: query, ...rest } = call
  return { ...rest, ...(query as Json) }
}

/** A tool of the catalog, or a query. */
type PricedCall =
  | { tool: string; arguments: Json }
  | { query: unknown; variables: unknown; operationName: unknown }

/**
 * The call that the input of `price` names.
 *
 * @throws FiqError `BAD_INPUT` if it names no tool of the catalog, or a tool and a query.
 */
export function pricedCallIn(input: Json): PricedCall {
  const { tool, arguments: toolArguments, query, variables, operationName } = input
  if ((tool === undefined) === (query === undefined))
    throw new FiqError('BAD_INPUT', 'price: give either a tool or a query.', {
      remedy: 'Send { "tool": "quotes", "arguments": {…} } or { "query": "…", "variables": {…} }.',
    })
  if (tool === undefined) return { query, variables, operationName }
  const name = String(tool)
  if (toolNamed(name)) return { tool: name, arguments: (toolArguments ?? {}) as Json }
  throw new FiqError('BAD_INPUT', `price: there is no tool "${name.slice(0, 64)}" with a price.`, {
    facts: [`Tools: ${catalog.map((each) => each.name).join(', ')}`],
  })
}

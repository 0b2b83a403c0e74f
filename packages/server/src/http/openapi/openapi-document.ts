import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { defined } from '@fiq/shared/defined'
import { idempotencyKeyCharactersMax } from '@fiq/shared/idempotency-key'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { amountMax, amountMin } from '@fiq/shared/pricing/tariff'
import type { GraphQLSchema } from 'graphql'
import { integer, type JsonSchema, object, ref, text } from '../json-schema.ts'
import { describedHeaders } from './described-headers.ts'
import { describedResponses } from './described-responses.ts'
import { responseSchema } from './response-schema.ts'
import { type Route, tags, toolPageId } from './route.ts'
import { shapes } from './shapes.ts'

/** Version of the description, as the specification of the service defines it. */
export const descriptionVersion = '1.0.0'

/** OpenAPI 3.1.0 of the given routes, without `servers`, which depends on the request. */
export function openapiDocument(routes: readonly Route[], schema: GraphQLSchema): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes)
    for (const [path, operation] of operationsOf(route, schema))
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  const used = new Set(routes.map(({ tag }) => tag as string))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Finance Intelligence Query',
      version: descriptionVersion,
      description:
        'Finance data by the query, priced from its syntax tree and paid per query (x402 v2, USDC) or from credits. Informational only: not investment, legal, tax or accounting advice; sanctions look-ups are not compliance-grade screening; provided as is.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    components: { securitySchemes, headers: headersNamedIn(paths), schemas: shapesNamedIn(paths) },
  }
}

/** The OpenAPI operations of a route, by path; one for each tool of the catalog. */
function operationsOf(route: Route, schema: GraphQLSchema): [path: string, JsonSchema][] {
  if (route.operationId === toolPageId) return []
  if (route.path === '/tools/:name')
    return catalog.map((tool) => [`/tools/${tool.name}`, toolOperation(route, tool, schema)])
  const isGraphql = route.path === '/api/graphql' && route.method === 'POST'
  const body = route.body === undefined ? undefined : { schema: ref(route.body) }
  const operation = operationOf(
    { ...route },
    isGraphql ? { ...body, examples: graphqlExamples() } : body,
    ref(route.answer[1]),
    isGraphql ? mirrors : [],
  )
  const described = isGraphql ? { ...operation, 'x-service-tools': catalog } : operation
  return [[route.path.replace(/:(\w+)/g, '{$1}'), described]]
}

function toolOperation(route: Route, tool: Tool, schema: GraphQLSchema): JsonSchema {
  const { name, summary, inputSchema, variables, query, paginated } = tool
  const answer = object({
    data: responseSchema(schema, query),
    'errors?': { type: 'array', items: ref('GraphqlError') },
    'extensions?': ref('Extensions'),
  })
  const body = { schema: inputSchema, examples: { [name]: { summary, value: variables } } }
  const described = { ...route, operationId: `tool_${name}`, summary }
  return operationOf(described, body, answer, paginated ? mirrors : [])
}

function operationOf(
  route: Route,
  body: JsonSchema | undefined,
  answer: JsonSchema,
  mirrored: readonly JsonSchema[],
): JsonSchema {
  const { operationId, summary, tag, access } = route
  const parameters = [...parametersOf(route), ...mirrored]
  return {
    operationId,
    summary,
    tags: [tag],
    security: securityOf(route),
    ...defined({
      parameters: parameters.length > 0 ? parameters : undefined,
      requestBody: body ? { required: true, content: { 'application/json': body } } : undefined,
    }),
    responses: describedResponses(route, answer),
    ...defined({ 'x-payment-info': access === 'paid' ? paymentTerms : undefined }),
  }
}

const securitySchemes = {
  BearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, from identity-provider or wallet sign-in or from the operator',
  },
  siwx: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Identity only: an API key for a wallet that signed the nonce of GET /auth/siwx/nonce (EIP-4361) and posted it to /auth/siwx/verify',
  },
  OperatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-fiq_admin',
    description: 'The session of an operator. Requests that change something send its token too',
  },
  AccountSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-fiq_account',
    description: 'The session of a browser. Requests that change something send its token too',
  },
}

function securityOf({ access, tag }: Route): object[] {
  if (access === 'operator') return [{ OperatorSession: [] }]
  if (access === 'account') return [{ AccountSession: [] }]
  const byKey = [{ BearerAuth: [] }, { siwx: [] }]
  if (access === 'key') return byKey
  return access === 'paid' || tag === 'queries' || tag === 'prices' ? [{}, ...byKey] : []
}

/** Prices in the form that directories of x402 services read. */
const paymentTerms = {
  protocols: ['x402'],
  pricingMode: 'range',
  minPrice: formatUsdc(amountMin),
  maxPrice: formatUsdc(amountMax),
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'With an API key: a retry with the same key within 24 hours returns the stored answer and is not charged again',
  schema: { ...text, minLength: 1, maxLength: idempotencyKeyCharactersMax, pattern: '^[!-~]+$' },
}

function parametersOf({ path, query = [], access, operationId, tag }: Route): JsonSchema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].filter(() => path !== '/tools/:name')
  const paying = operationId === 'claim' || access === 'paid'
  return [
    ...inPath.map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
    ...query.map((name) => ({ name, in: 'query', schema: name === 'days' ? integer : text })),
    ...(paying
      ? [
          {
            name: 'PAYMENT-SIGNATURE',
            in: 'header',
            description: 'Base64 of the x402 v2 payment payload',
            schema: text,
          },
          {
            name: 'PAYMENT-PROOF',
            in: 'header',
            description:
              'Base64 of { message, signature }: an EIP-4361 message of the payer that names the payment. Needed only if the payment does not echo the secret of its quote',
            schema: text,
          },
        ]
      : []),
    ...(access === 'paid' && tag === 'queries' ? [idempotencyKey] : []),
  ]
}

/** A query parameter for discovery. Execution reads the filter in the body. */
const mirrors = (
  [
    ['limit', integer],
    ['offset', integer],
    ['sort', { ...text, enum: ['ASC', 'DESC'] }],
    ['since', text],
    ['until', text],
  ] as const
).map(([name, schema]) => ({
  name,
  in: 'query',
  description: 'Mirror of the filter in the body, for discovery only: never read',
  schema,
}))

function graphqlExamples(): JsonSchema {
  return Object.fromEntries(
    catalog.map(({ name, summary, query, variables }) => [
      name,
      { summary, value: { query, variables } },
    ]),
  )
}

/** The response headers that these paths refer to. */
function headersNamedIn(paths: unknown): Record<string, JsonSchema> {
  const text = JSON.stringify(paths)
  const isNamed = (name: string) => text.includes(`"#/components/headers/${name}"`)
  return Object.fromEntries(Object.entries(describedHeaders).filter(([name]) => isNamed(name)))
}

/** The shapes that the given part refers to, directly or indirectly. */
function shapesNamedIn(from: unknown, named: Record<string, JsonSchema> = {}) {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    const shape = shapes[name]
    if (!shape) throw new Error(`Unknown shape ${name}.`)
    if (named[name]) continue
    named[name] = shape
    shapesNamedIn(shape, named)
  }
  return named
}

import { defined } from '@fiq/shared/defined'
import { type ErrorCode, errorTable } from '@fiq/shared/errors'
import { retryableCodes } from '../http-answer.ts'
import { type JsonSchema, ref } from '../json-schema.ts'
import { headersOf } from './described-headers.ts'
import { probes, type Route } from './route.ts'

const json = 'application/json'
const problem = 'application/problem+json'
const graphql = 'application/graphql-response+json'

/** `responses` of an operation: the success, and each error status with its codes. */
export function describedResponses(route: Route, answer: JsonSchema): JsonSchema {
  const [status] = route.answer
  const codes = new Set([...codesOf(route), ...(route.errors ?? [])])
  const statuses = [...new Set([...codes].map((code) => errorTable[code].status))].sort()
  const errors = statuses.map((each) => {
    const ofStatus = [...codes].filter((code) => errorTable[code].status === each)
    return [String(each), errorResponse(route, each, ofStatus)] as const
  })
  return {
    [String(status)]: {
      description: 'The answer',
      headers: headersOf(route.access === 'paid' ? ['PAYMENT-RESPONSE'] : [], isCounted(route)),
      content: contentOf(answer, typesOf(route, route.type ?? json)),
    },
    ...defined({
      [route.empty ?? 204]: route.empty ? emptyResponse('No content', []) : undefined,
      '302': route.sendsOn
        ? emptyResponse('Continue at the address in Location', ['Location'])
        : undefined,
    }),
    ...Object.fromEntries(errors),
  }

  function emptyResponse(description: string, names: readonly string[]): JsonSchema {
    return { description, headers: headersOf(names, isCounted(route)) }
  }
}

/** Error codes that follow from the route's access, body and rate limit. */
function codesOf(route: Route): ErrorCode[] {
  const { access, body } = route
  return [
    'BAD_REQUEST',
    'INTERNAL',
    ...(body === undefined
      ? []
      : (['BAD_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(access === 'operator' || access === 'account' ? (['SIGN_IN_REFUSED'] as const) : []),
    ...(access === 'paid' ? (['PAYMENT_REQUIRED', 'PAYMENT_INVALID', 'TIER_DENIED'] as const) : []),
    ...(isChargedPage(route) ? (['RATE_LIMITED'] as const) : []),
    // Any caller may send a key, and is then counted against the quota of the key.
    ...(isCounted(route) ? (['RATE_LIMITED', 'INVALID_KEY'] as const) : []),
  ]
}

/** Whether a page counts as work of its address. */
function isChargedPage({ tag, path }: Route): boolean {
  return tag === 'service' && !probes.includes(path)
}

/** Whether requests of the route count against a quota. */
function isCounted({ tag }: Route): boolean {
  return tag !== 'service' && tag !== 'devnet'
}

function errorResponse(route: Route, status: number, codes: readonly ErrorCode[]): JsonSchema {
  const isQuote = status === 402 && route.access === 'paid'
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].summary}`).join('\n\n'),
    headers: headersOf(
      [
        ...(isQuote ? ['PAYMENT-REQUIRED'] : []),
        ...(status === 402 ? [] : ['X-Request-Id']),
        ...(status === 429 || codes.some((code) => retryableCodes.has(code))
          ? ['Retry-After']
          : []),
        ...(codes.includes('INVALID_KEY') ? ['WWW-Authenticate'] : []),
        ...(codes.includes('METHOD_NOT_ALLOWED') ? ['Allow'] : []),
      ],
      isCounted(route) || codes.includes('RATE_LIMITED'),
    ),
    content: errorContent(route, status, isQuote),
  }
}

function errorContent(route: Route, status: number, isQuote: boolean): JsonSchema {
  if (route.path === '/mcp') return contentOf(ref('JsonRpcBody'), [json])
  if (status === 429) return contentOf(ref('RateLimitProblem'), [problem])
  const refusal =
    status === 402 ? contentOf(ref('Refusal'), [json]) : contentOf(ref('Problem'), [problem])
  const quote = contentOf({ anyOf: [ref('Nothing'), ref('Refusal')] }, typesOf(route, json))
  // GraphQL has its own media type, except for requests refused before `Accept` is read.
  const isRead = status !== 413 && status !== 415 && route.path === '/api/graphql'
  const asGraphql = isRead ? contentOf(ref('Refusal'), [graphql]) : {}
  // Pages report errors as pages.
  const asPage = route.type === 'text/html' ? contentOf(ref('Page'), ['text/html']) : {}
  return { ...(isQuote ? quote : { ...refusal, ...asGraphql }), ...asPage }
}

/** Media types of a response. GraphQL also has its own, for clients that accept it. */
function typesOf({ path }: Route, type: string): readonly string[] {
  return path === '/api/graphql' ? [type, graphql] : [type]
}

function contentOf(schema: JsonSchema, types: readonly string[]): JsonSchema {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

import { type ErrorCode, errorTable } from '@fiq/shared/errors'
import { type JsonSchema, ref, text } from './json-schema.ts'
import type { Route } from './routes.ts'

/** `responses` of an operation: what is answered, and each status that an error brings. */
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
      ...(route.access === 'paid' ? { headers: receiptHeader } : {}),
      content: { [route.type ?? 'application/json']: { schema: answer } },
    },
    ...(route.empty ? { [String(route.empty)]: { description: 'Nothing to answer' } } : {}),
    ...Object.fromEntries(errors),
  }
}

/** Codes that come with who may ask, with having a body, and with being counted. */
function codesOf({ access, body, tag }: Route): ErrorCode[] {
  const isCounted = tag !== 'service' && tag !== 'devnet'
  return [
    'BAD_REQUEST',
    'INTERNAL',
    ...(body === undefined
      ? []
      : (['BAD_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(access === 'key' || access === 'paid' ? (['INVALID_KEY'] as const) : []),
    ...(access === 'operator' ? (['SIGN_IN_REFUSED'] as const) : []),
    ...(access === 'paid' ? (['PAYMENT_REQUIRED', 'PAYMENT_INVALID', 'TIER_DENIED'] as const) : []),
    ...(isCounted ? (['RATE_LIMITED'] as const) : []),
  ]
}

function errorResponse(route: Route, status: number, codes: readonly ErrorCode[]): JsonSchema {
  const description = codes.map((code) => `\`${code}\`: ${errorTable[code].summary}`).join('\n\n')
  const schema = (content: JsonSchema, type = 'application/json') => ({
    [type]: { schema: content },
  })
  if (isMcp(route)) return { description, content: schema(ref('JsonRpcBody')) }
  if (status === 429)
    return {
      description,
      headers: limitHeaders,
      content: schema(ref('RateLimitProblem'), 'application/problem+json'),
    }
  if (status === 402 && route.access === 'paid')
    return {
      description,
      headers: quoteHeader,
      content: schema({ anyOf: [ref('Nothing'), ref('Refusal')] }),
    }
  return { description, content: schema(ref('Refusal')) }
}

function isMcp({ path }: Route): boolean {
  return path === '/mcp'
}

const receiptHeader = {
  'PAYMENT-RESPONSE': {
    description:
      'Base64 of the x402 v2 settlement response; only when a payment settled before the answer',
    schema: text,
  },
}
const quoteHeader = {
  'PAYMENT-REQUIRED': {
    description: 'Base64 of the x402 v2 quote, itemised; absent when credits are exhausted',
    schema: text,
  },
}
const limitHeaders = {
  'Retry-After': { description: 'Seconds to wait', schema: text },
  RateLimit: { description: 'What is left of the quota', schema: text },
  'RateLimit-Policy': { description: 'The quota', schema: text },
}

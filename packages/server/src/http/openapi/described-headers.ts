import { type JsonSchema, like } from '../json-schema.ts'

/** Response headers by name: the `components.headers` of the description. */
export const describedHeaders: Readonly<Record<string, JsonSchema>> = {
  'X-Fiq-Data': {
    description: 'Where the data comes from: `sandbox` values are invented',
    required: true,
    schema: { type: 'string', enum: ['sandbox', 'mirror', 'live', 'recorded'] },
  },
  RateLimit: header('The remaining quota', '"minute";r=599;t=1'),
  'RateLimit-Policy': header('The quota', '"minute";q=600;w=60'),
  'Retry-After': header('Seconds to wait', '1'),
  'PAYMENT-REQUIRED': header(
    'Base64 of the x402 v2 quote, itemised; absent when credits are exhausted',
    'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  ),
  'PAYMENT-RESPONSE': header(
    'Base64 of the x402 v2 settlement response; only when a payment settled before the answer',
    'eyJzdWNjZXNzIjp0cnVlfQ==',
  ),
  'WWW-Authenticate': header(
    'The challenge of RFC 6750',
    'Bearer realm="fiq", error="invalid_token"',
  ),
  'X-Request-Id': header(
    'The id of the request, which the log repeats',
    'req_5f0c2ab91e7d4c0a8b21',
  ),
  Allow: header('The supported methods', 'POST'),
  Location: header(
    'The address to continue at',
    'https://accounts.google.com/o/oauth2/v2/auth?state=…',
  ),
}

/** `headers` of a response: the given ones, and those of every response. */
export function headersOf(names: readonly string[], isCounted: boolean): JsonSchema {
  const all = ['X-Fiq-Data', ...(isCounted ? ['RateLimit', 'RateLimit-Policy'] : []), ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function header(description: string, example: string): JsonSchema {
  return { description, schema: like(example) }
}

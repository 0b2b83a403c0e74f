import { defined } from '@fiq/shared/defined'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { GatewayAnswer } from './answers/gateway-answer.ts'

/** Headers of the server that are forwarded, never `Set-Cookie` and CORS. */
const passedOn = [
  'payment-response',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-fiq-data',
  'x-request-id',
] as const

/** Longer values are dropped. */
const valueCharactersMax = 4_096

/** Headers of every response: no page may use it, and no browser may store it. */
const always = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** Media types in which the server's pages are forwarded. Other pages become plain text. */
const types =
  /^(application\/(json|problem\+json|graphql-response\+json|yaml)|text\/(plain|csv))(;|$)/

/** The headers of a response: the permitted ones of the server, and ours. */
export function answerHeaders(
  serverHeaders: Readonly<Record<string, string>>,
  bytes: number,
): Record<string, string> {
  const headers: Record<string, string> = {
    ...always,
    'content-type': types.test(serverHeaders['content-type'] ?? '')
      ? printable(serverHeaders['content-type']!)
      : 'text/plain; charset=utf-8',
    'content-length': String(bytes),
  }
  for (const name of passedOn) {
    const value = serverHeaders[name]
    if (value !== undefined && isPrintable(value)) headers[name] = value
  }
  return headers
}

/** The server's headers. A receipt that does not match the payment is omitted. */
export function checkedHeaders({ headers, purchase }: GatewayAnswer): GatewayAnswer['headers'] {
  const { 'payment-response': _, ...others } = headers
  return purchase?.transaction === undefined ? others : headers
}

/** Cost and sources of an answer, beside its body. */
export function costHeaders(answer: GatewayAnswer): Record<string, string> {
  const { paid, from, purchase, isOnCredits, ageMs, stale } = answer
  return {
    'x-fiq-paid': formatUsdc(paid),
    'x-fiq-answer': from,
    ...defined({
      'x-fiq-purchase': purchase?.id,
      'x-fiq-money': isOnCredits ? 'credits' : purchase?.isPlay ? 'play' : undefined,
      age: ageMs === undefined ? undefined : String(Math.floor(ageMs / 1_000)),
      'x-fiq-stale': stale.length === 0 ? undefined : stale.join(', ').slice(0, valueCharactersMax),
    }),
  }
}

function printable(value: string): string {
  return isPrintable(value) ? value : 'text/plain; charset=utf-8'
}

function isPrintable(value: string): boolean {
  return value.length <= valueCharactersMax && /^[\x20-\x7e]*$/.test(value)
}

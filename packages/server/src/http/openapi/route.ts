import type { ErrorCode } from '@fiq/shared/errors'

/**
 * Access to a route: anyone; holders of a key; payers, by key or payment; operators and account
 * users, by session cookie.
 */
export type RouteAccess = 'open' | 'key' | 'paid' | 'operator' | 'account'

/** Description of a path of the server. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:name` matches one segment. */
  path: string
  operationId: string
  tag: keyof typeof tags
  summary: string
  access: RouteAccess
  /** Name of the shape of the request body. */
  body?: string
  query?: readonly string[]
  /** Status and shape of the successful answer. */
  answer: readonly [status: 200 | 201, shape: string]
  /** Status of an empty answer. */
  empty?: 202 | 204
  /** Redirects a browser to another page without content of its own. */
  sendsOn?: true
  /** Media type of the response, if it is not JSON. */
  type?: string
  /** Error codes besides those that follow from its access and body. */
  errors?: readonly ErrorCode[]
  /** Whether pages of other sites may call it, with a CORS preflight. */
  isForBrowsers?: true
}

export const tags = {
  queries: 'Query data: paid by API key or by x402',
  prices: 'Prices; free',
  accounts: 'Sign in, keys, credits and usage',
  facilitator: 'Settling x402 payments for other servers',
  devnet: 'The embedded chain of a test server',
  service: 'Description of this service',
  operators: 'The operator pages',
} as const

/**
 * Paths of load balancers and of monitoring. They are never refused: a load balancer that shares
 * its address with clients would remove the server.
 */
export const probes: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics']

/** Page of a tool for browsers. Programs learn there that only POST is served. */
export const toolPageId = 'toolPage'

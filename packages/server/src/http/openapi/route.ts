import type { ErrorCode } from '@fiq/shared/errors'

/**
 * Access of a route: anyone; holders of a key; payers, by key or payment; operators and account
 * visitors, by the cookie of a session.
 */
export type RouteAccess = 'open' | 'key' | 'paid' | 'operator' | 'account'

/** How a path of the server is described. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:name` matches one segment. */
  path: string
  operationId: string
  tag: keyof typeof tags
  summary: string
  access: RouteAccess
  /** Shape of the request body, by its name among the shapes. */
  body?: string
  query?: readonly string[]
  /** Status and shape of the successful answer. */
  answer: readonly [status: 200 | 201, shape: string]
  /** Status of an empty answer. */
  empty?: 202 | 204
  /** Sends a browser on to another page, where nothing is to be read first. */
  sendsOn?: true
  /** Media type of the answer, where it is not JSON. */
  type?: string
  /** Codes of the error table it answers, beyond those its access and its body bring. */
  errors?: readonly ErrorCode[]
  /** Whether pages of other sites may ask: then there is a preflight. */
  isForBrowsers?: true
}

export const tags = {
  queries: 'Ask for data: paid by API key or by x402',
  prices: 'What it costs; free',
  accounts: 'Sign in, keys, credits and usage',
  facilitator: 'Settling x402 payments for other servers',
  devnet: 'The embedded chain of a server for trying out',
  service: 'What this service is',
  operators: 'The page of its operators',
} as const

/** Where a browser reads the page of a tool, programs find that only POST is served. */
export const toolPageId = 'toolPage'

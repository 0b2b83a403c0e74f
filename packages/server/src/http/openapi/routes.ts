import type { ErrorCode } from '@fiq/shared/errors'
import {
  type SignInProvider,
  signInProviderNames,
  signInProviders,
} from '../../config/sign-in-providers.ts'
import { accountRoutes } from './account-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { type Route, type RouteAccess, toolPageId } from './route.ts'

/** Error codes of a query. */
const ofQueries: readonly ErrorCode[] = [
  'GRAPHQL_PARSE_FAILED',
  'BAD_INPUT',
  'NOT_FOUND',
  'NOT_ACCEPTABLE',
  'PAYMENT_BOUND_TO_OTHER_REQUEST',
  'NOT_CONFIGURED',
  'ANSWER_OWED',
  'SETTLEMENT_PENDING',
  'SETTLEMENT_TOO_EXPENSIVE',
  'GAS_CEILING_REACHED',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
]

/**
 * Every path of the server. The API description and the refusal of a wrong method read it. A test
 * checks that every served path has a row.
 */
export const routes: readonly Route[] = [
  {
    ...query('POST', '/api/graphql', 'graphql', 'Run a GraphQL query', 'GraphqlResponse'),
    body: 'GraphqlRequest',
    errors: ofQueries,
  },
  {
    ...query('GET', '/api/graphql', 'graphqlFree', 'Run a free GraphQL query', 'GraphqlResponse'),
    access: 'open',
    query: ['query', 'variables', 'operationName'],
    errors: ['GRAPHQL_PARSE_FAILED', 'NOT_ACCEPTABLE', 'METHOD_NOT_ALLOWED'],
  },
  {
    ...query('POST', '/tools/:name', 'tool', 'Call a tool', 'GraphqlResponse'),
    body: 'GraphqlRequest',
    errors: ofQueries,
  },
  {
    ...query('POST', '/mcp', 'mcp', 'MCP over Streamable HTTP', 'JsonRpcBody'),
    body: 'JsonRpcBody',
    access: 'open',
    empty: 202,
    errors: ['ORIGIN_REFUSED', 'NOT_ACCEPTABLE', 'SERVER_BUSY'],
  },
  {
    ...query('GET', '/answers/:id', 'answerKept', 'Read an answer again', 'GraphqlResponse'),
    access: 'open',
    query: ['table', 'from', 'rows', 'columns', 'format'],
    errors: ['NOT_FOUND', 'BAD_INPUT', 'SERVER_BUSY'],
  },
  {
    method: 'POST',
    path: '/api/v1/price',
    operationId: 'price',
    tag: 'prices',
    summary: 'Price a query without running it',
    access: 'open',
    body: 'GraphqlRequest',
    answer: [200, 'Price'],
    errors: ['GRAPHQL_PARSE_FAILED', 'NOT_FOUND', 'NOT_CONFIGURED', 'SERVER_BUSY'],
    isForBrowsers: true,
  },
  account('GET', '/auth/siwx/nonce', 'nonce', 'Get a nonce to sign', 'Nonce', 'open', {
    errors: ['NOT_CONFIGURED'],
  }),
  account('POST', '/auth/siwx/verify', 'signIn', 'Get a key for a wallet', 'SignedIn', 'open', {
    body: 'SignIn',
    errors: ['SIGN_IN_REFUSED', 'NOT_CONFIGURED'],
  }),
  ...signInProviderNames.flatMap(signInRoutes),
  account('GET', '/api/v1/keys', 'listKeys', 'List the keys', 'Keys', 'key'),
  {
    ...account('POST', '/api/v1/keys', 'createKey', 'Create a key', 'NewKey', 'key', {
      body: 'KeyRequest',
      errors: ['KEY_DENIED'],
    }),
    answer: [201, 'NewKey'],
  },
  account('DELETE', '/api/v1/keys/:id', 'revokeKey', 'Revoke a key', 'RevokedKey', 'key', {
    errors: ['NOT_FOUND', 'KEY_DENIED'],
  }),
  account('GET', '/api/v1/credits', 'credits', 'See the credits left', 'Credits', 'key'),
  account('POST', '/api/v1/credits/topup', 'topUp', 'Buy credits by x402', 'ToppedUp', 'paid', {
    body: 'TopUp',
    errors: ['PAYMENT_BOUND_TO_OTHER_REQUEST', 'ANSWER_OWED', 'SETTLEMENT_PENDING'],
  }),
  account(
    'POST',
    '/api/v1/credits/claim',
    'claim',
    'Claim credits for an owed answer',
    'Claimed',
    'open',
    {
      errors: [
        'PAYMENT_MALFORMED',
        'SETTLEMENT_FAILED',
        'PAYMENT_BOUND_TO_OTHER_REQUEST',
        'SETTLEMENT_PENDING',
      ],
    },
  ),
  account('GET', '/api/v1/usage', 'usage', 'Read usage, by day and by area', 'Usage', 'key', {
    query: ['days'],
    errors: ['BAD_INPUT'],
  }),
  settling(
    'GET',
    '/facilitator/supported',
    'supported',
    'Kinds of payment that are settled',
    'Supported',
  ),
  {
    ...page('/facilitator/discovery/resources', 'discovery', 'Tools for directories', 'Resources'),
    tag: 'facilitator',
    query: ['type', 'limit', 'offset', 'payTo', 'scheme', 'network', 'extensions'],
    errors: ['BAD_INPUT'],
  },
  settling('POST', '/facilitator/verify', 'verify', 'Verify a payment', 'Verified'),
  settling('POST', '/facilitator/settle', 'settle', 'Settle a payment', 'Settled'),
  {
    ...devnet('/devnet/rpc', 'rpc', 'JSON-RPC of the embedded chain', 'JsonRpcBody', 'JsonRpcBody'),
    empty: 204,
  },
  devnet('/devnet/faucet', 'faucet', 'Play money', 'FaucetRequest', 'FaucetAnswer'),
  page('/api/v1/service', 'service', 'Payment address, and kind of data', 'Service'),
  page('/api/v1/tariff', 'tariff', 'Price of every field', 'Tariff'),
  page('/healthz', 'health', 'Whether the server is running', 'Health'),
  {
    ...page('/readyz', 'readiness', 'Whether the server accepts requests', 'Readiness'),
    errors: ['SERVER_BUSY'],
  },
  { ...page('/metrics', 'metrics', 'Metrics of the server', 'Page'), type: 'text/plain' },
  page('/openapi.json', 'openapi', 'This description', 'OpenApi'),
  page('/.well-known/x402', 'x402', 'Resources that can be bought', 'Discovery'),
  { ...page('/llms.txt', 'llms', 'This service for agents', 'Page'), type: 'text/plain' },
  { ...page('/', 'home', 'The catalog, for people', 'Page'), type: 'text/html' },
  {
    ...page('/tools/:name', toolPageId, 'A page to try a tool, for people', 'Page'),
    type: 'text/html',
  },
  { ...page('/docs', 'docs', 'The documentation, for people', 'Page'), type: 'text/html' },
  {
    ...page('/docs/:page', 'docsPage', 'A page of the documentation', 'Page'),
    type: 'text/html',
    errors: ['UNKNOWN_PATH'],
  },
  { ...page('/sources', 'sources', 'The sources, for people', 'Page'), type: 'text/html' },
  { ...page('/sources.csv', 'sourcesFile', 'The sources as a file', 'Page'), type: 'text/csv' },
  { ...page('/graphiql', 'graphiql', 'Write queries and see prices', 'Page'), type: 'text/html' },
  ...accountRoutes,
  ...operatorRoutes,
]

function query(
  method: Route['method'],
  path: string,
  operationId: string,
  summary: string,
  shape: string,
): Route {
  const rest = { tag: 'queries', access: 'paid', answer: [200, shape] } as const
  return { method, path, operationId, summary, ...rest, isForBrowsers: true }
}

function page(path: string, operationId: string, summary: string, shape: string): Route {
  const always = { method: 'GET', tag: 'service', access: 'open' } as const
  return { ...always, path, operationId, summary, answer: [200, shape] }
}

function signInRoutes(name: SignInProvider): Route[] {
  const path = `/auth/${name}`
  const page = { type: 'text/html', sendsOn: true } as const
  const { title } = signInProviders[name]
  const start = account('GET', path, name, `Sign in with ${title}`, 'Page', 'open', {
    query: ['account', 'cli_port', 'cli_challenge', 'cli_state'],
    errors: ['BAD_INPUT', 'NOT_CONFIGURED', 'UPSTREAM_UNAVAILABLE'],
  })
  const back = account('GET', `${path}/callback`, `${name}Back`, 'Come back', 'Page', 'open', {
    query: ['code', 'state', 'iss', 'error'],
    errors: ['SIGN_IN_REFUSED', 'NOT_CONFIGURED', 'UPSTREAM_UNAVAILABLE'],
  })
  const token = account('POST', `${path}/token`, `${name}Key`, 'Fetch a key', 'NewKey', 'open', {
    body: 'SignInCode',
    errors: ['SIGN_IN_REFUSED', 'NOT_CONFIGURED'],
  })
  return [{ ...start, ...page }, { ...back, ...page }, token]
}

function account(
  method: Route['method'],
  path: string,
  operationId: string,
  summary: string,
  shape: string,
  access: RouteAccess,
  rest: Pick<Route, 'body' | 'query' | 'errors'> = {},
): Route {
  const always = { tag: 'accounts', answer: [200, shape], isForBrowsers: true } as const
  return { method, path, operationId, summary, access, ...always, ...rest }
}

function settling(
  method: Route['method'],
  path: string,
  operationId: string,
  summary: string,
  shape: string,
): Route {
  const always = { tag: 'facilitator', access: 'open', answer: [200, shape] } as const
  const rest = method === 'POST' ? { body: 'PaymentOrder' } : {}
  return { method, path, operationId, summary, ...always, ...rest, errors: ['SETTLEMENT_PENDING'] }
}

function devnet(
  path: string,
  operationId: string,
  summary: string,
  body: string,
  shape: string,
): Route {
  const always = {
    method: 'POST',
    tag: 'devnet',
    access: 'open',
    errors: ['RATE_LIMITED'],
  } as const
  return { ...always, path, operationId, summary, body, answer: [200, shape] }
}

import { type ErrorEntry, entry } from './error-entry.ts'

/** What a server says about a request and its data. */
export const requestErrors = {
  // The request
  BODY_TOO_LARGE: entry(
    'usage',
    413,
    'The request body exceeds the limit.',
    'Send less: split the query or shorten its lists.',
  ),
  HEADERS_TOO_LARGE: entry(
    'usage',
    431,
    'The request headers exceed the limit.',
    'Send fewer or shorter headers; a payment takes less than 4 KB.',
  ),
  REQUEST_TOO_SLOW: entry(
    'usage',
    408,
    'The request did not arrive in time.',
    'Send it again; an unanswered payment may be sent again unchanged.',
  ),
  BAD_JSON: entry(
    'usage',
    400,
    'The request body is not JSON.',
    'Send a JSON object with content-type application/json.',
  ),
  BAD_REQUEST: entry(
    'usage',
    400,
    'The request does not have the documented shape.',
    'Compare the request with the documentation of this endpoint.',
  ),
  UNSUPPORTED_MEDIA_TYPE: entry(
    'usage',
    415,
    'The content type is not application/json.',
    'Send content-type: application/json.',
  ),
  NOT_ACCEPTABLE: entry(
    'usage',
    406,
    'No media type in Accept can be served.',
    'Accept application/json or application/graphql-response+json.',
  ),
  METHOD_NOT_ALLOWED: entry(
    'usage',
    405,
    'The path exists, the method does not.',
    'Use a method named in the Allow header.',
  ),
  ORIGIN_REFUSED: entry(
    'usage',
    403,
    'The Host or Origin header does not name this server.',
    'Use the address of the server; its operator sets it with --public-url.',
  ),
  SERVER_BUSY: entry(
    'server',
    503,
    'The server is overloaded; nothing was executed.',
    'Send the same request again after Retry-After.',
  ),
  UNKNOWN_PATH: entry(
    'usage',
    404,
    'This path does not exist.',
    'See /openapi.json for the paths of this server.',
  ),
  UNKNOWN_TOOL: entry('usage', 404, 'No tool has this name.', 'Use one of the names listed.'),
  BAD_INPUT: entry(
    'usage',
    400,
    'An argument is missing, of the wrong type or out of bounds.',
    'Correct the argument named in the message.',
  ),
  GRAPHQL_PARSE_FAILED: entry(
    'usage',
    400,
    'The query text is not GraphQL.',
    'Correct the syntax at the position given.',
  ),
  GRAPHQL_VALIDATION_FAILED: entry(
    'usage',
    400,
    'The query does not fit the schema.',
    'Correct the query; introspection is free.',
  ),
  QUERY_TOO_LARGE: entry(
    'usage',
    400,
    'The query exceeds a limit of size, depth or fields.',
    'Split the query into smaller ones.',
  ),
  QUERY_TOO_EXPENSIVE: entry(
    'usage',
    400,
    'The query costs more than the highest price of one operation.',
    'Query fewer entities, fields or pages.',
  ),

  // Data
  NOT_FOUND: entry(
    'usage',
    404,
    'No source knows the requested item.',
    'Check the spelling; search finds names and tickers.',
  ),
  NOT_CONFIGURED: entry(
    'server',
    501,
    'This server has no source configured for the area.',
    'Ask the operator to configure the area, or leave the field out.',
  ),
  UPSTREAM_UNAVAILABLE: entry('server', 503, 'The source does not answer.', 'Try again later.'),
  UPSTREAM_RATE_LIMITED: entry(
    'server',
    503,
    'The source limits the requests of this server.',
    'Try again later.',
  ),
  UPSTREAM_CHANGED: entry(
    'server',
    502,
    'The source answered in an unknown format.',
    'Report it to the operator; other fields are unaffected.',
  ),
  DATA_STALE: entry(
    'server',
    503,
    'The newest available value is older than this area allows.',
    'Query the history instead, or try again later.',
  ),
  INTERNAL: entry(
    'internal',
    500,
    'The server failed unexpectedly.',
    'Report it with the request id.',
  ),
} as const satisfies Record<string, ErrorEntry>

import type { ErrorKind, Funds } from './error-kinds.ts'

/** One row of {@link errorTable}. */
type ErrorEntry = {
  kind: ErrorKind
  /** HTTP status of a response with this error only. */
  status: number
  funds: Funds
  /** One line for the documentation. */
  summary: string
  /** One action for the reader. */
  remedy: string
}

const entry = (
  kind: ErrorKind,
  status: number,
  summary: string,
  remedy: string,
  funds: Funds = 'untouched',
): ErrorEntry => ({ kind, status, funds, summary, remedy })

/** The codes that a server emits. A client accepts no other code from a server. */
export const serverErrors = {
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

  // Payments, as the server reports them
  PAYMENT_REQUIRED: entry(
    'policy',
    402,
    'The operation has a price, and the request has no payment.',
    'Sign the quote in the PAYMENT-REQUIRED header and repeat the request.',
  ),
  PAYMENT_MALFORMED: entry(
    'rejected',
    400,
    'The PAYMENT-SIGNATURE header cannot be read.',
    'Send base64 of the x402 v2 payment payload as JSON.',
    'at-risk',
  ),
  PAYMENT_INVALID: entry(
    'rejected',
    402,
    'The payment does not satisfy the quote.',
    'Sign the quote in this answer.',
    'at-risk',
  ),
  PAYMENT_BOUND_TO_OTHER_REQUEST: entry(
    'rejected',
    409,
    'This payment belongs to another request, or the request does not prove that its payer sent it.',
    'Repeat the original request with it, or sign a new payment.',
    'spent',
  ),
  SETTLEMENT_FAILED: entry(
    'rejected',
    402,
    'The chain refused the transfer.',
    'Correct the cause that the reason names. Sign a new payment only when this one has expired.',
    'at-risk',
  ),
  SETTLEMENT_TOO_EXPENSIVE: entry(
    'server',
    503,
    'Gas costs too large a share of the amount; the payment was not claimed and no money moved.',
    'Try again later with a new payment.',
  ),
  GAS_CEILING_REACHED: entry(
    'server',
    503,
    'The gas limit of this hour is reached; the payment was not claimed and no money moved.',
    'Try again within the hour with a new payment, or pay with credits.',
  ),
  SETTLEMENT_PENDING: entry(
    'outcome-unknown',
    503,
    'The result of the settlement is not known yet.',
    'Send the same payment again after Retry-After; do not sign a new one.',
    'at-risk',
  ),
  ANSWER_OWED: entry(
    'server',
    502,
    'The payment settled, but the server could not produce the answer.',
    'Send the same request with the same payment again: it is free.',
    'owed',
  ),

  // Keys, credits, limits
  STORE_UNAVAILABLE: entry(
    'server',
    503,
    "The server's database is unreachable or read-only; no USDC moved.",
    'Send the same request again after Retry-After.',
  ),
  IDEMPOTENCY_KEY_REUSED: entry(
    'usage',
    409,
    'The idempotency key belongs to another request; nothing was executed or charged.',
    'Use a new key for each purchase, and repeat a key only with the same request.',
  ),
  REQUEST_IN_PROGRESS: entry(
    'server',
    503,
    'The first request with this idempotency key has no answer yet; this one was not charged.',
    'Send the same request with the same key again after Retry-After.',
  ),
  INVALID_KEY: entry(
    'wallet',
    401,
    'The API key is unknown, expired or revoked.',
    'Check the key, or pay per query without one.',
  ),
  KEY_DENIED: entry(
    'wallet',
    403,
    'The API key may buy data, but may not create or revoke other keys.',
    'Sign in to get a key that may, or get one from the operator.',
  ),
  SIGN_IN_REFUSED: entry(
    'wallet',
    401,
    'The sign-in message or its signature is not accepted.',
    'Fetch a nonce, and sign a message for this server that contains it.',
  ),
  CREDITS_EXHAUSTED: entry(
    'funds',
    402,
    'The credits of the organisation are used up.',
    'Top up the credits or upgrade the plan.',
  ),
  TIER_DENIED: entry(
    'tier-denied',
    403,
    'The plan does not include this data.',
    'Upgrade the plan, or leave the field out.',
  ),
  RATE_LIMITED: entry(
    'rate-limited',
    429,
    'Too many requests in this minute.',
    'Wait for Retry-After.',
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

/** The codes of the client and of its local proxy. No server emits them. */
export const clientErrors = {
  // Configuration, wallet, policy
  USAGE: entry('usage', 400, 'The command line is invalid.', 'See --help of the command.'),
  INVALID_AMOUNT: entry(
    'usage',
    400,
    'The text is not an amount of USDC.',
    'Write plain decimal USDC with at most six decimals, e.g. 0.05.',
  ),
  CONFIGURATION_INVALID: entry(
    'configuration',
    400,
    'A setting is invalid.',
    'Correct the named setting; see fiq config.',
  ),
  NO_WALLET: entry(
    'wallet',
    400,
    'There is no wallet to pay with.',
    'Create one: fiq wallet create, or with --play for the play money of a sandbox. Or import one: fiq wallet import.',
  ),
  WALLET_LOCKED: entry(
    'wallet',
    400,
    'The wallet cannot be unlocked.',
    'Enter the passphrase, or unlock the keychain.',
  ),
  WALLET_EXISTS: entry(
    'wallet',
    400,
    'A wallet with this name exists; nothing was overwritten.',
    'Choose another name.',
  ),
  SERVER_UNREACHABLE: entry(
    'network',
    503,
    'The server cannot be reached; nothing was sent or signed.',
    'Start the server or correct --url, then run the command again.',
  ),
  SERVER_ERROR: entry(
    'server',
    502,
    'The server answered with an error.',
    'Try again later, or report it to the operator.',
  ),
  QUOTE_MALFORMED: entry(
    'policy',
    402,
    'The server answered 402 without a readable x402 v2 quote.',
    'Check that --url names a fiq server. Nothing was signed.',
  ),
  QUOTE_UNSUPPORTED: entry(
    'policy',
    402,
    'This wallet can pay no offer in the quote.',
    'Use a server that accepts USDC on Base by EIP-3009 authorization. Nothing was signed.',
  ),
  QUOTE_MISMATCH: entry(
    'policy',
    402,
    'The quote differs from the price that this client computes.',
    'Do not pay. Report it to the operator of the server. Nothing was signed.',
  ),
  PAYEE_CHANGED: entry(
    'policy',
    402,
    "The server's payment address differs from the earlier one.",
    'Make sure the change is genuine, then: fiq payments payee --forget.',
  ),
  OVER_LIMIT: entry(
    'policy',
    402,
    'The price exceeds one of your limits.',
    'Raise the limit or buy less. Nothing was signed.',
  ),
  OVER_BUDGET: entry(
    'policy',
    402,
    'The payment would exceed the budget.',
    'Wait until the window ends, or raise the cap: fiq budget set.',
  ),
  APPROVAL_NEEDED: entry(
    'policy',
    402,
    'The price needs approval, and there is no terminal for a prompt.',
    'Run it on a terminal, or allow it: --max-spend or --yes.',
  ),
  DECLINED: entry(
    'declined',
    402,
    'You declined the quote.',
    'Nothing was signed. Run the command again to decide otherwise.',
  ),
  INSUFFICIENT_FUNDS: entry(
    'funds',
    402,
    'The wallet holds less USDC than the price.',
    'Add USDC: fiq wallet fund.',
  ),
  JOURNAL_UNAVAILABLE: entry(
    'configuration',
    500,
    'The payment journal cannot be written, so fiq pays nothing.',
    'Free disk space, or correct the permissions of the named folder.',
  ),
  BUDGET_BUSY: entry(
    'budget-busy',
    503,
    'Another process has locked the budget.',
    'Try again in a moment.',
  ),
  PAYMENT_REJECTED: entry(
    'rejected',
    402,
    'The server rejected the payment, proven unsettled.',
    'Correct the cause that the reason names, then run the command again.',
  ),
  PAYMENT_OUTCOME_UNKNOWN: entry(
    'outcome-unknown',
    503,
    'A signed payment was sent, and its result is not proven yet.',
    'Run the same command again: it resumes this payment and signs nothing new.',
    'at-risk',
  ),

  // The local proxy
  TOKEN_REFUSED: entry(
    'policy',
    401,
    'The request has no valid token of this proxy.',
    'Ask the user for a token.',
  ),
  BROWSER_REFUSED: entry(
    'policy',
    403,
    'The request looks like one from a web page.',
    'Send it from a program; web pages are refused.',
  ),
  HOST_REFUSED: entry(
    'policy',
    421,
    'The Host header does not name the program that listens.',
    'Use the address that it printed at its start.',
  ),
  TOOL_NOT_ALLOWED: entry(
    'policy',
    403,
    'This client may not use the tool.',
    'Use one of the tools listed, or ask the user.',
  ),
  PAYMENTS_PAUSED: entry(
    'policy',
    503,
    'Too many payments of this client in a row were rejected or have an unknown result; its payments are paused.',
    'Tell the user; free calls still work.',
  ),
  CATALOG_CHANGED: entry(
    'policy',
    502,
    "The server's tools differ from those that this client was built with.",
    'Tell the user. Nothing was signed.',
  ),

  PARTIAL_DATA: entry(
    'partial',
    200,
    'Some fields could not be answered.',
    'Use the printed data; the errors name the missing fields.',
    'spent',
  ),
  OUTPUT_FAILED: entry(
    'output',
    500,
    'The output could not be written.',
    'Use an output that can be written, then run the same command again.',
  ),
  CANCELLED: entry(
    'cancelled',
    499,
    'Interrupted.',
    'Run the command again. This run left no payment open.',
  ),
} as const satisfies Record<string, ErrorEntry>

/** Every error code of server and client: one table for HTTP, GraphQL, MCP, terminal and docs. */
export const errorTable = { ...serverErrors, ...clientErrors } as const

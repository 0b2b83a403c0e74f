import { type ErrorEntry, entry } from './error-entry.ts'

/** What a server says about payments, keys, credits and limits. */
export const paymentErrors = {
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
} as const satisfies Record<string, ErrorEntry>

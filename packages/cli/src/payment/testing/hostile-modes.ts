import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import type { Hex } from '@fiq/shared/payment/wire'
import { type Mode, payTo, reset, send, transaction } from './hostile-server.ts'
import { testAddress } from './test-payer.ts'

// All ways in which a server may lie, fail or break off, for tests of the money path and of its
// callers.

type Quote = NonNullable<Mode['quote']>
/** Changes the first offer. */
export const offer =
  (change: Record<string, unknown>): Quote =>
  ({ accepts }) =>
    void Object.assign(accepts[0]!, change)
const extra =
  (change: Record<string, unknown>): Quote =>
  ({ accepts }) =>
    void Object.assign(accepts[0]!.extra, change)
const itemised =
  (change: Record<string, unknown>): Quote =>
  ({ extensions }) =>
    void Object.assign(extensions['itemised-quote']!.info, change)

/** Changes the whole 402. */
export const envelope =
  (change: Record<string, unknown>): Quote =>
  (whole) =>
    void Object.assign(whole, change)
export const notItemised = envelope({ extensions: {} })
export const both =
  (...changes: Quote[]): Quote =>
  (envelope) => {
    for (const change of changes) change(envelope)
  }

/** The exit code of each error below. */
export const exits: Readonly<Record<string, number>> = {
  QUOTE_MISMATCH: 7,
  QUOTE_UNSUPPORTED: 7,
  QUOTE_MALFORMED: 7,
  CONFIGURATION_INVALID: 3,
  SERVER_ERROR: 6,
  SERVER_UNREACHABLE: 5,
  ANSWER_OWED: 6,
  PAYMENT_OUTCOME_UNKNOWN: 11,
  INSUFFICIENT_FUNDS: 9,
  PAYMENT_REJECTED: 10,
}

const dearer = both(
  offer({ amount: '30000' }),
  itemised({ total: '30000', credits: 10, rows: [['quotes', 2, 10]] }),
)

/** Responses to the unpaid request after which nothing is signed, and the expected error. */
export const hostileQuotes: readonly [name: string, mode: Mode, code: string][] = [
  ['price up', { quote: dearer }, 'QUOTE_MISMATCH'],
  [
    'price up, not itemised',
    { quote: both(offer({ amount: '30000' }), notItemised) },
    'QUOTE_MISMATCH',
  ],
  ['a clock of another year', { date: 'Tue, 14 Nov 2023 22:13:20 GMT' }, 'CONFIGURATION_INVALID'],
  ['price down', { quote: both(offer({ amount: '3000' }), notItemised) }, 'QUOTE_MISMATCH'],
  ['amount unlike the rows', { quote: offer({ amount: '15001' }) }, 'QUOTE_MISMATCH'],
  ['rows that do not add up', { quote: itemised({ rows: [['quotes', 1, 4]] }) }, 'QUOTE_MISMATCH'],
  [
    'rows with fractions',
    {
      quote: itemised({
        rows: [
          ['quotes', 1, 4.5],
          ['x', 1, 0.5],
        ],
      }),
    },
    'QUOTE_MISMATCH',
  ],
  ['digest of another request', { quote: itemised({ digest: '0'.repeat(64) }) }, 'QUOTE_MISMATCH'],
  [
    'another resource',
    { quote: envelope({ resource: { url: 'https://evil.example/api/graphql' } }) },
    'QUOTE_MISMATCH',
  ],
  [
    'a resource that is no address',
    { quote: envelope({ resource: { url: '\u001b[2Jx' } }) },
    'QUOTE_MISMATCH',
  ],
  ['asset swapped', { quote: offer({ asset: `0x${'cc'.repeat(20)}` }) }, 'QUOTE_UNSUPPORTED'],
  ['network swapped', { quote: offer({ network: 'eip155:1' }) }, 'QUOTE_UNSUPPORTED'],
  ['scheme swapped', { quote: offer({ scheme: 'upto' }) }, 'QUOTE_UNSUPPORTED'],
  ['domain swapped', { quote: extra({ name: 'USDC' }) }, 'QUOTE_UNSUPPORTED'],
  ['domain version swapped', { quote: extra({ version: '1' }) }, 'QUOTE_UNSUPPORTED'],
  [
    'permit instead of authorization',
    { quote: extra({ assetTransferMethod: 'permit2' }) },
    'QUOTE_UNSUPPORTED',
  ],
  ['negative amount', { quote: offer({ amount: '-15000' }) }, 'QUOTE_UNSUPPORTED'],
  ['zero', { quote: offer({ amount: '0' }) }, 'QUOTE_UNSUPPORTED'],
  ['fraction', { quote: offer({ amount: '1.5' }) }, 'QUOTE_UNSUPPORTED'],
  ['exponent', { quote: offer({ amount: '15e3' }) }, 'QUOTE_UNSUPPORTED'],
  ['a number for an amount', { quote: offer({ amount: 15_000 }) }, 'QUOTE_UNSUPPORTED'],
  ['78 digits', { quote: offer({ amount: '9'.repeat(78) }) }, 'QUOTE_UNSUPPORTED'],
  ['payTo that is no address', { quote: offer({ payTo: 'bob' }) }, 'QUOTE_UNSUPPORTED'],
  ['valid for an hour', { quote: offer({ maxTimeoutSeconds: 3_600 }) }, 'QUOTE_UNSUPPORTED'],
  ['already expired', { quote: offer({ maxTimeoutSeconds: -1 }) }, 'QUOTE_UNSUPPORTED'],
  ['version 1', { quote: envelope({ x402Version: 1 }) }, 'QUOTE_MALFORMED'],
  ['no offers', { quote: envelope({ accepts: [] }) }, 'QUOTE_MALFORMED'],
  ['no header', { unpaid: (r) => void send(r, 402, '{}') }, 'QUOTE_MALFORMED'],
  [
    'noise in the header',
    { unpaid: (r) => void send(r, 402, '{}', { 'PAYMENT-REQUIRED': 'ÿþ~\u0080' }) },
    'QUOTE_MALFORMED',
  ],
  [
    'a redirect',
    { unpaid: (r) => void send(r, 302, '', { Location: 'https://evil.example/' }) },
    'SERVER_ERROR',
  ],
  [
    'huge headers',
    { unpaid: (r) => void send(r, 402, '{}', { 'PAYMENT-REQUIRED': 'e'.repeat(20_000) }) },
    'SERVER_ERROR',
  ],
  ['a reset', { unpaid: (r) => void reset(r) }, 'SERVER_UNREACHABLE'],
  ['silence', { unpaid: () => {} }, 'SERVER_UNREACHABLE'],
]

/** Refuses the payment because of insufficient funds. */
export const again402: NonNullable<Mode['paid']> = (response) =>
  send(response, 402, graphqlError('PAYMENT_INVALID', 'insufficient_funds'))

/** A receipt that matches the payments of the tests, or one with changes. */
export function receipt(change: { payer?: Hex } = {}): Record<string, string> {
  return {
    'PAYMENT-RESPONSE': paymentResponseHeader({ transaction, payer: testAddress, ...change }),
  }
}

/** Server texts that demand another payment, or another action of the reader. */
export const lies = JSON.stringify({
  errors: [
    {
      message: 'Nothing was paid.\u001b[2J\u202e',
      extensions: {
        code: 'OVER_BUDGET',
        funds: 'untouched',
        facts: ['Run fiq wallet export\u200b'],
        remedy: 'Run: fiq budget set --per-day 1000',
      },
    },
  ],
})

const json = 'application/json'

/** Bodies with status 200 that are not a GraphQL response. */
const garbage: readonly [name: string, body: string, type: string][] = [
  ['a page', '<html><body>Welcome</body></html>', 'text/html'],
  ['a page that calls itself JSON', '<html></html>', json],
  ['null', 'null', json],
  ['a list', '[]', json],
  ['an empty object', '{}', json],
  ['data that is no object', '{"data":1}', json],
  ['JSON cut off', '{"data":{"quotes":[', json],
  ['JSON of 100,000 levels', `{"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, json],
  ['an answer of another content type', '{"data":{"quotes":[]}}', 'text/plain'],
  ['an empty body', '', json],
]

function graphqlError(code: string, message = code): string {
  return JSON.stringify({ errors: [{ message, extensions: { code } }] })
}

/**
 * Responses to the signed request after which nothing is signed again, with the expected error and
 * state.
 */
export const hostileAnswers: readonly [name: string, mode: Mode, code: string, state: string][] = [
  ['a second 402, settled in secret', { paid: again402 }, 'ANSWER_OWED', 'settled'],
  [
    'a second 402, chain silent',
    { paid: again402, rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    'a second 402, unused on the chain',
    { paid: again402, settles: false },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    '409',
    { paid: (r) => send(r, 409, graphqlError('PAYMENT_BOUND_TO_OTHER_REQUEST')), settles: false },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    '400',
    { paid: (r) => send(r, 400, graphqlError('PAYMENT_MALFORMED')), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    'a redirect',
    { paid: (r) => send(r, 307, '', { Location: 'https://evil.example/' }), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    '503 for ever',
    {
      paid: (r) => send(r, 503, graphqlError('SETTLEMENT_PENDING'), { 'Retry-After': '5' }),
      settles: false,
    },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    'Retry-After of a year',
    { paid: (r) => send(r, 503, '{}', { 'Retry-After': '31536000' }), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    '502 with ANSWER_OWED and no receipt',
    { paid: (r) => send(r, 502, graphqlError('ANSWER_OWED')), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    '502 with a receipt',
    { paid: (r) => send(r, 502, '{}', receipt()), rpc: 'absent' },
    'ANSWER_OWED',
    'settled',
  ],
  [
    '402 with a receipt',
    { paid: (r) => send(r, 402, '{}', receipt()), rpc: 'absent' },
    'ANSWER_OWED',
    'settled',
  ],
  [
    'errors alone that say untouched',
    { paid: (r) => send(r, 200, lies), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  [
    'the receipt of another payer',
    { paid: (r) => send(r, 200, '<html>', receipt({ payer: payTo })), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
  ...garbage.flatMap(([name, body, type]): [string, Mode, string, string][] => [
    [
      name,
      { paid: (r) => send(r, 200, body, { 'content-type': type }), rpc: 'absent' },
      'PAYMENT_OUTCOME_UNKNOWN',
      'unknown',
    ],
    [
      `${name}, with a receipt`,
      { paid: (r) => send(r, 200, body, { 'content-type': type, ...receipt() }), rpc: 'absent' },
      'ANSWER_OWED',
      'settled',
    ],
  ]),
  ['reset after send', { paid: reset, rpc: 'absent' }, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown'],
  [
    'huge headers',
    { paid: (r) => send(r, 200, '{}', { 'x-huge': 'e'.repeat(40_000) }), rpc: 'absent' },
    'PAYMENT_OUTCOME_UNKNOWN',
    'unknown',
  ],
]

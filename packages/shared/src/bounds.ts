import { operationBounds } from './bounds/operation-bounds.ts'
import { workUnitBounds } from './bounds/work-unit-bounds.ts'

/** A bound on the work of a request, or on what is held for many: a count or a size, never a time. */
export type Bound = {
  /** The largest accepted value. */
  most: number
  unit: string
  /** The thing that is counted or measured. */
  of: string
  /** Error code of a refusal, or the behaviour beyond the bound if nothing is refused. */
  beyond: string
  /** The only file that enforces it. */
  enforcedIn: string
}

const answerSize = {
  beyond:
    '`QUERY_TOO_LARGE`. If a source returns more rows than estimated, the list is cut and credited',
  enforcedIn: 'packages/server/src/execution/answer-size.ts',
}
const requestGate = { enforcedIn: 'packages/server/src/rate-limit/request-gate.ts' }

/**
 * Every bound of the server. `docs/bounds.md` is written from it, and
 * `packages/server/src/compose/bounds.test.ts` tests both sides of each.
 */
export const boundTable = {
  bodyBytesMax: {
    // 5,000 bars with intraday times and all five figures: the maximum of `technicals`.
    most: 655_360,
    unit: 'bytes',
    of: 'the body of a request',
    beyond: '`BODY_TOO_LARGE`',
    enforcedIn: 'packages/server/src/http/http-defaults.ts',
  },
  ...operationBounds,
  answerRowsMax: {
    most: 1_400_000,
    unit: 'rows',
    ...answerSize,
    of: 'an answer: items of its lists, estimated from the plan',
  },
  answerBytesMax: {
    most: 268_435_456,
    unit: 'bytes',
    ...answerSize,
    of: 'an answer as JSON, estimated from the plan',
  },
  resultBytesMax: {
    most: 8_388_608,
    unit: 'bytes',
    of: 'an answer within an MCP result, estimated',
    beyond: '`QUERY_TOO_LARGE`, free; HTTP sells it',
    enforcedIn: 'packages/server/src/http/query/refuse-large-result.ts',
  },
  wholeCharactersMax: {
    // An answer may be larger than its estimate.
    most: 33_554_432,
    unit: 'characters',
    of: 'a stored answer that is read as a whole, for a page of it or an MCP result',
    beyond: '`QUERY_TOO_LARGE`; HTTP sends it in parts',
    enforcedIn: 'packages/server/src/http/mcp/answers/read-answer.ts',
  },
  unreadBytesMax: {
    most: 67_108_864,
    unit: 'bytes',
    of: 'answers of 64 KiB and more that were sent to one address and are not read yet',
    beyond: 'the connection of the next one is closed; a paid answer can be fetched again',
    enforcedIn: 'packages/server/src/http/unread-answers.ts',
  },
  rowBytesMax: {
    most: 1_048_576,
    unit: 'bytes',
    of: 'an answer stored in the row of its payment',
    beyond: 'it is stored as a large answer: compressed, in parts',
    enforcedIn: 'packages/server/src/payments/large/store-body.ts',
  },
  partBytesMax: {
    most: 262_144,
    unit: 'bytes',
    of: 'a part of a large answer, compressed',
    beyond: 'the rest is in the next part',
    enforcedIn: 'packages/server/src/storage/payments/create-large-answers.ts',
  },
  largeQuotaBytesMax: {
    most: 4_294_967_296,
    unit: 'bytes',
    of: 'all stored large answers, compressed, with reservations; `--large-answers` changes it',
    beyond: '`SERVER_BUSY` before settlement',
    enforcedIn: 'packages/server/src/storage/payments/create-large-answers.ts',
  },
  makingBytesMax: {
    most: 268_435_456,
    unit: 'bytes',
    of: 'large answers executed at once, estimated',
    beyond: 'the next one waits',
    enforcedIn: 'packages/server/src/payments/large/large-making.ts',
  },
  makingWaitingMax: {
    most: 8,
    unit: 'answers',
    of: 'large answers that wait to be executed',
    beyond: '`SERVER_BUSY` before settlement',
    enforcedIn: 'packages/server/src/payments/large/large-making.ts',
  },
  owedTriesMax: {
    most: 30,
    unit: 'tries',
    of: 'executions of one owed answer',
    beyond: '`ANSWER_OWED` with the remedy: claim credits',
    enforcedIn: 'packages/server/src/storage/payments/create-owed-tries.ts',
  },
  errorTextCharactersMax: {
    most: 2_000,
    unit: 'characters',
    of: 'the message of an error, its remedy, and each of its facts',
    beyond: 'the rest is cut',
    enforcedIn: 'packages/shared/src/errors.ts',
  },
  quoteRowsMax: {
    most: 40,
    unit: 'rows',
    of: 'a quote, an answer of `/api/v1/price`, `extensions.cost`',
    beyond: 'the rest is one row `other`',
    enforcedIn: 'packages/shared/src/payment/quote.ts',
  },
  quotePathsCharactersMax: {
    most: 4_000,
    unit: 'characters',
    of: 'all paths of these rows; 8 KB with their numbers',
    beyond: 'the rest is one row `other`',
    enforcedIn: 'packages/shared/src/payment/quote.ts',
  },
  idempotencyKeyCharactersMax: {
    most: 255,
    unit: 'characters',
    of: 'an idempotency key',
    beyond: '`BAD_REQUEST`',
    enforcedIn: 'packages/shared/src/idempotency-key.ts',
  },
  provingWaitingMax: {
    most: 500,
    unit: 'payments',
    of: 'unproven payments of one address that wait for verification',
    beyond: '`RATE_LIMITED`',
    enforcedIn: 'packages/server/src/rate-limit/address-turns.ts',
  },
  earnedTurnsMax: {
    most: 32,
    unit: 'payments',
    of: 'payments signed by a key that the public facilitator simulates at once for one address; valid ones raise its number from 1, refused ones lower it',
    beyond: 'the next one waits',
    enforcedIn: 'packages/server/src/rate-limit/earned-turns.ts',
  },
  failedPaymentsMax: {
    most: 3,
    unit: 'payments',
    of: 'payments of one payer within an hour whose transactions cost gas and move nothing',
    beyond: '`SETTLEMENT_FAILED`, and nothing is sent',
    enforcedIn: 'packages/server/src/settlement/settle/gas-ceiling.ts',
  },
  unprovenMax: {
    most: 5,
    unit: 'requests',
    of: 'requests without proof for one payment and address, then one a day',
    beyond: '`RATE_LIMITED`',
    enforcedIn: 'packages/server/src/payments/proof/unproven-attempts.ts',
  },
  requestsPerMinuteMax: {
    most: 6_000,
    unit: 'requests',
    of: 'requests of one address, payer or key a minute; `--rate-limit` changes it',
    beyond: '`RATE_LIMITED`',
    ...requestGate,
  },
  provenRequestsPerMinuteMax: {
    most: 20,
    unit: 'requests',
    of: 'requests a minute that prove one payment, while their address is at its limit',
    beyond: '`RATE_LIMITED`',
    ...requestGate,
  },
  ...workUnitBounds,
  workBurstMin: {
    most: 600,
    unit: 'units',
    of: 'unpaid work of one address at once; more with a `--rate-limit` above 6,000',
    beyond: '`RATE_LIMITED`',
    ...requestGate,
  },
  parsedBytesMax: {
    most: 536_870_912,
    unit: 'bytes',
    of: 'parsed files of the sources in memory, estimated; a few indexes of names and holders, some 200 MB, do not count',
    beyond: 'the least recently used are read again',
    enforcedIn: 'packages/server/src/sources/parsed/create-parsed-values.ts',
  },
  unpaidFetchesPerMinuteMax: {
    most: 60,
    unit: 'fetches',
    of: 'unpaid fetches of one address a minute; `--unpaid-fetches` changes it',
    beyond: '`RATE_LIMITED`',
    ...requestGate,
  },
} as const satisfies Readonly<Record<string, Bound>>

type BoundName = keyof typeof boundTable

/** The values only. */
export const bounds = Object.fromEntries(
  Object.entries(boundTable).map(([name, { most }]) => [name, most]),
) as Readonly<Record<BoundName, number>>

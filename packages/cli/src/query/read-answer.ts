import { defined } from '@fiq/shared/defined'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { cleanWords, quotedFactsMax, serverCode, serverSays } from '../http/server-says.ts'
import { errorAfterAnswer, type PaidPart } from '../payment/delivery/after-signing.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'
import type { Answer, AnswerError, AnswerPayment, Source } from './answer.ts'

/**
 * Narrows an HTTP response to the used fields. Drops unknown members and ignores invalid ones: a
 * server may send fields that this version does not define, and invalid provenance is no reason to
 * lose paid data.
 *
 * @throws FiqError `SERVER_ERROR` for a body that is not a GraphQL response; for an error response,
 * the server's code if it is one that servers send. With a payment it is a `PaymentError`.
 */
export function readAnswer(http: HttpAnswer, payment?: AnswerPayment): Answer {
  const body = recordOf(jsonOf(http.body))
  const errors = listOf(body?.['errors']).map(readError)
  // Any 2xx: a gateway may change the status of a paid answer.
  if (!isSuccess(http)) throw failureOf(http, errors, payment)
  if (!body || !('data' in body || errors.length > 0))
    throw new FiqError('SERVER_ERROR', 'The answer of the server is not a GraphQL result.', {
      facts: [serverSays(http.body.slice(0, 80))],
      remedy: 'Check that --url names a fiq server.',
    })
  const extensions = recordOf(body['extensions']) ?? {}
  return {
    response: body,
    data: recordOf(body['data']) ?? null,
    errors,
    sources: listOf(extensions['sources']).flatMap(readSource),
    warnings: listOf(extensions['warnings']).filter((line) => typeof line === 'string'),
    ...defined({ matches: recordOf(extensions['matches']), more: recordOf(extensions['more']) }),
    sandbox: http.headers['x-fiq-data'] === 'sandbox',
    payment,
  }
}

/**
 * Converts one error of the server: our code, our remedy, and its text as a quote.
 *
 * @param payment - The payment for the answer; absent if nothing was signed.
 */
export function errorOf(
  { code, message, facts }: Pick<AnswerError, 'code' | 'message' | 'facts'>,
  payment: AnswerPayment | undefined,
  ownFacts: readonly string[] = [],
): FiqError {
  const serverFacts = facts.slice(0, quotedFactsMax).map(serverSays)
  const error = new FiqError(code ?? 'SERVER_ERROR', serverSays(message), {
    facts: [...serverFacts, ...ownFacts],
    funds: 'untouched',
    ...defined({ remedy: pricedRemedy(facts) }),
  })
  return aboutPayment(error, payment)
}

/** The remedy for a symbol that is no entity, e.g. a currency pair. Only priced commands answer it. */
function pricedRemedy(facts: readonly string[]): string | undefined {
  const found = facts.map((fact) => /^([\w.^=-]{1,32}): has prices only/.exec(fact)?.[1])
  const symbol = found.find((each) => each !== undefined)
  return symbol && `Use fiq quote ${symbol}, fiq history ${symbol} or fiq technicals ${symbol}.`
}

/** An error about an answer. If the answer was paid, it states where the money is. */
export function aboutPayment(error: FiqError, payment: AnswerPayment | undefined): FiqError {
  const paid = paidPartOf(payment)
  return paid ? errorAfterAnswer(error, paid) : error
}

/** The payment of a paid answer; `undefined` for a free one. */
export function paymentOf({ paid, purchase, resumed }: PaidAnswer): AnswerPayment | undefined {
  if (!purchase) return undefined
  return {
    paid,
    resumed,
    state: purchase.state,
    id: purchase.id,
    transaction: purchase.transaction,
    ...defined({ isPlay: purchase.isPlay }),
  }
}

function paidPartOf(payment: AnswerPayment | undefined): PaidPart | undefined {
  if (!payment?.id) return undefined
  const { id, paid: amount, state, transaction, isPlay } = payment
  return { id, amount, state, ...defined({ transaction, isPlay }) }
}

/** Whether a response has the data that it was paid for. */
export function isSuccess({ status }: Pick<HttpAnswer, 'status'>): boolean {
  return status >= 200 && status <= 299
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'INVALID_KEY',
  403: 'TIER_DENIED',
  404: 'UNKNOWN_PATH',
  413: 'BODY_TOO_LARGE',
  429: 'RATE_LIMITED',
}

function failureOf(
  http: HttpAnswer,
  errors: readonly AnswerError[],
  payment: AnswerPayment | undefined,
): FiqError {
  const retryAfter = http.headers['retry-after']
  const more = retryAfter ? [`Retry after: ${cleanWords(retryAfter).slice(0, 40)} s`] : []
  const first = errors[0]
  const code = first?.code ?? codesByStatus[http.status] ?? 'SERVER_ERROR'
  if (first) return errorOf({ ...first, code }, payment, more)
  return new FiqError(code, `The server answered HTTP ${http.status}.`, {
    facts: more,
    ...defined({
      remedy:
        http.status >= 300 && http.status < 500 && http.status !== 429
          ? 'Check that --url names a fiq server.'
          : undefined,
    }),
  })
}

function readError(error: unknown): AnswerError {
  const { message, path, extensions } = recordOf(error) ?? {}
  const { code, facts } = recordOf(extensions) ?? {}
  return {
    message: textOf(message) ?? 'no reason',
    path: pathOf(path),
    code: serverCode(code),
    facts: listOf(facts).filter((fact) => typeof fact === 'string'),
  }
}

function readSource(value: unknown): Source[] {
  const source = recordOf(value)
  const name = textOf(source?.['source'])
  if (!source || name === undefined) return []
  return [
    {
      path: textOf(source['path']) ?? pathOf(source['path']),
      source: name,
      sourceUrl: textOf(source['sourceUrl']),
      asOf: textOf(source['asOf']),
      mode: textOf(source['mode']),
      stale: source['stale'] === true,
      ...defined({
        delay: textOf(source['delay']),
        venue: textOf(source['venue']),
        licence: textOf(source['licence']),
      }),
    },
  ]
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A path of field names and list positions, joined. */
function pathOf(value: unknown): string {
  return listOf(value)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join('.')
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

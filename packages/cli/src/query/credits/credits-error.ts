import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import { isServerCode } from '../../http/server-says.ts'

/** `isDoubted`: an earlier request than the one with this response may have been charged. */
export type SentOnCredits = { response: HttpAnswer; isDoubted: boolean }

/** Remedy while the server may have charged a purchase whose answer is not printed. */
export const creditsRemedy =
  'Run the same command again within 24 hours: it repeats this purchase, which is charged once.'

/** The error for a purchase on credits whose answer is lost: the server may have charged it. */
export function creditsAtRisk({ facts, message, cause }: FiqError): FiqError {
  return new FiqError('SERVER_ERROR', 'The answer is lost, and its credits may be charged.', {
    facts: [message, ...facts],
    remedy: creditsRemedy,
    funds: 'at-risk',
    cause,
  })
}

/**
 * The error of a purchase on credits. Without a response of the service, such as a page of a gateway
 * with any status or a 200 that is no result, the server may have charged the credits. A refusal
 * says nothing about an earlier request of the purchase.
 *
 * @returns `isOver`: its answer can no longer be fetched, so the next run is another purchase.
 */
export function creditsError(
  error: FiqError,
  { response: { status, body }, isDoubted }: SentOnCredits,
): { error: FiqError; isOver: boolean } {
  if (status < 300 || (status >= 500 && !isFromService(body)))
    return { error: creditsAtRisk(error), isOver: false }
  if (!isFromService(body)) return { error: refusedByOthers(error), isOver: false }
  if (error.code === 'REQUEST_IN_PROGRESS') return { error: stillRunning(error), isOver: false }
  // The server looks up the idempotency key before it debits: no request of this purchase was
  // charged.
  if (error.code === 'CREDITS_EXHAUSTED') return { error: withAlternative(error), isOver: false }
  if (!isDoubted) return { error, isOver: false }
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return { error: outOfReach(error), isOver: true }
  return { error: refusedInDoubt(error), isOver: false }
}

/** Whether a response is an error of the service. A gateway may answer JSON with a code as well. */
function isFromService(body: string): boolean {
  try {
    const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: unknown } }[] }
    return isServerCode(errors?.[0]?.extensions?.code)
  } catch {
    return false
  }
}

/** A gateway or another server refused, which says nothing about a request that it passed on. */
function refusedByOthers({ code, message, facts, remedy, cause }: FiqError): FiqError {
  return new FiqError(code, message, {
    facts: [...facts, 'The response is not one of the service, so the credits may be charged.'],
    remedy: `${remedy} ${creditsRemedy}`,
    funds: 'at-risk',
    cause,
  })
}

/** Another request of the purchase is being answered, and it is charged if it succeeds. */
function stillRunning({ code, message, facts }: FiqError): FiqError {
  return new FiqError(code, message, { facts, remedy: creditsRemedy, funds: 'at-risk' })
}

/** The server has this key for the query at another price, so the answer cannot be fetched. */
function outOfReach({ facts }: FiqError): FiqError {
  return new FiqError(
    'SERVER_ERROR',
    'An earlier run of this query was charged, and its answer is no longer available.',
    {
      facts: ['The price of the query has changed since.', ...facts],
      remedy: 'The same command is a new purchase. fiq credits shows what is left.',
      funds: 'at-risk',
    },
  )
}

function refusedInDoubt({ code, message, facts, cause }: FiqError): FiqError {
  return new FiqError(code, message, {
    facts: [...facts, 'An earlier request of this purchase has no answer and may be charged.'],
    remedy: creditsRemedy,
    funds: 'at-risk',
    cause,
  })
}

/**
 * Adds the alternative to an error. fiq never switches to the wallet by itself: the user decides,
 * once or permanently.
 */
function withAlternative(error: FiqError): FiqError {
  const { code, message, facts, funds } = error
  return new FiqError(code, message, {
    facts,
    funds,
    remedy:
      'Buy credits: fiq topup 1. Or pay from the wallet: --no-api-key for this command, fiq config set pay-with wallet for all commands.',
    cause: error,
  })
}

import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { HttpRequest, SendRequest } from '../../http/send-request.ts'
import { creditsAtRisk, type SentOnCredits } from './credits-error.ts'

/** Maximum repetitions while the first request has no answer. */
export const repeatsMax = 5
/** Maximum single wait, whatever `Retry-After` states. */
export const waitMaxMs = 10_000

/** Codes of a connection that ended before a complete response. */
const noAnswer: ReadonlySet<string> = new Set(['SERVER_UNREACHABLE', 'SERVER_ERROR'])

export type SendTerms = {
  send: SendRequest
  sleep?: ((ms: number) => Promise<void>) | undefined
  /** The server charges nothing. */
  isFree?: boolean
  /** An earlier request of this purchase was sent, and the server may have charged it. */
  isDoubted?: boolean
}

/**
 * Sends a purchase on credits. Its idempotency key makes all its requests one purchase: if no
 * response arrives, sends it once more; while the server answers `REQUEST_IN_PROGRESS`, waits for
 * `Retry-After` and sends it again, at most {@link repeatsMax} times.
 *
 * @returns The last response, which may still be `REQUEST_IN_PROGRESS`.
 * @throws FiqError `SERVER_UNREACHABLE` if no request was sent; otherwise `SERVER_ERROR` with
 * credits at risk.
 */
export async function sendOnCredits(
  request: HttpRequest,
  { send, sleep = (ms) => setTimeout(ms), isFree = false, isDoubted = false }: SendTerms,
): Promise<SentOnCredits> {
  let sent = await sendTwice(request, { send, isFree, isDoubted })
  for (let repeats = 0; repeats < repeatsMax && isInProgress(sent.response); repeats++) {
    await sleep(waitMsOf(sent.response))
    sent = await sendTwice(request, { send, isFree, isDoubted: true })
  }
  return sent
}

async function sendTwice(
  request: HttpRequest,
  { send, isFree, isDoubted }: SendTerms,
): Promise<SentOnCredits> {
  try {
    return { response: await send(request), isDoubted: isDoubted === true }
  } catch (first) {
    if (!(first instanceof FiqError) || !noAnswer.has(first.code)) throw first
    const isLost = isDoubted === true || !isUnsent(first)
    try {
      return { response: await send(request), isDoubted: isLost }
    } catch (second) {
      const isUncharged = isFree || (!isLost && isUnsent(second as FiqError))
      throw second instanceof FiqError && !isUncharged ? creditsAtRisk(second) : second
    }
  }
}

/** Codes of Node for a connection that was not made. */
const notConnected: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
])

function isUnsent({ cause }: FiqError): boolean {
  return notConnected.has((cause as { code?: unknown } | undefined)?.code)
}

/** Whether the first request of this purchase is still being answered. */
export function isInProgress({ status, body }: HttpAnswer): boolean {
  return status === 503 && /"code":\s*"REQUEST_IN_PROGRESS"/.test(body)
}

function waitMsOf({ headers }: HttpAnswer): number {
  const seconds = Number(headers['retry-after'] ?? 1)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, waitMaxMs) : 1_000
}

import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import type { HttpRequest, HttpResponse, SendRequest } from '../http/send-request.ts'

/** Times that a purchase is sent again while its first request has no answer. */
export const repeatsMax = 5
/** Longest single wait, whatever Retry-After says. */
export const waitMaxMs = 10_000

/** The connection ended before a whole answer arrived. */
const noAnswer: ReadonlySet<string> = new Set(['SERVER_UNREACHABLE', 'SERVER_ERROR'])

/**
 * Sends a purchase on credits. Its idempotency key makes all its requests one purchase: if no answer
 * arrives, sends it once more; while the server answers `REQUEST_IN_PROGRESS`, waits for Retry-After
 * and sends it again, at most {@link repeatsMax} times.
 *
 * @returns The last answer, which may still be `REQUEST_IN_PROGRESS`.
 */
export async function sendOnCredits(
  request: HttpRequest,
  {
    send,
    sleep = (ms) => setTimeout(ms),
  }: { send: SendRequest; sleep?(ms: number): Promise<void> },
): Promise<HttpResponse> {
  let answer = await sendTwice(request, send)
  for (let repeats = 0; repeats < repeatsMax && isInProgress(answer); repeats++) {
    await sleep(waitMsOf(answer))
    answer = await sendTwice(request, send)
  }
  return answer
}

async function sendTwice(request: HttpRequest, send: SendRequest): Promise<HttpResponse> {
  try {
    return await send(request)
  } catch (error) {
    if (!(error instanceof FiqError) || !noAnswer.has(error.code)) throw error
    return send(request)
  }
}

function isInProgress({ status, body }: HttpResponse): boolean {
  return status === 503 && /"code":\s*"REQUEST_IN_PROGRESS"/.test(body)
}

function waitMsOf({ headers }: HttpResponse): number {
  const seconds = Number(headers['retry-after'] ?? 1)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, waitMaxMs) : 1_000
}

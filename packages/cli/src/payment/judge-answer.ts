import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import * as z from 'zod/mini'
import { sanitise } from '../terminal/sanitise.ts'
import type { HttpAnswer } from './ports.ts'

/**
 * What an answer to a signed request means.
 *
 * - `answered`: it is the answer. Without a receipt the server settles later.
 * - `owed`: the server says it settled and cannot answer now.
 * - `again`: no decision; the same bytes are sent again.
 * - `refused`: the server will not take this payment. That alone proves nothing about the money.
 */
export type Verdict =
  | { is: 'answered'; transaction: string | undefined }
  | {
      is: 'owed'
      transaction: string | undefined
      retryAfterMs: number | undefined
      reason: string
    }
  | { is: 'again'; retryAfterMs: number | undefined; reason: string }
  | { is: 'refused'; reason: string }

/** Statuses of the 4xx family that say "later", not "no". */
const laterStatuses: readonly number[] = [408, 425, 429]

/** @param now - Unix milliseconds, for a `Retry-After` that is a date. */
export function judgeAnswer(answer: HttpAnswer, now: number): Verdict {
  const { status, headers } = answer
  const receipt = readPaymentResponse(headers['payment-response'])
  const transaction = receipt?.success ? receipt.transaction || undefined : undefined
  if (status >= 200 && status < 300)
    return transaction === undefined && saysUntouched(answer.body)
      ? { is: 'refused', reason: reasonOf(answer) }
      : { is: 'answered', transaction }
  const reason = reasonOf(answer)
  if (status < 500 && !laterStatuses.includes(status)) return { is: 'refused', reason }
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  if (transaction !== undefined || codesIn(answer.body).includes('ANSWER_OWED'))
    return { is: 'owed', transaction, retryAfterMs, reason }
  return { is: 'again', retryAfterMs, reason }
}

/** The server's reason in its own words, cleaned and cut: status, code and message. */
export function reasonOf({ status, headers, body }: HttpAnswer): string {
  const quoted = z.safeParse(
    z.object({ error: z.string() }),
    decodeHeader(headers['payment-required']),
  )
  const settled = z.safeParse(
    z.object({ errorReason: z.string() }),
    decodeHeader(headers['payment-response']),
  )
  const parts = [
    settled.success ? settled.data.errorReason : undefined,
    quoted.success ? quoted.data.error : undefined,
    ...errorsIn(body).map(({ message, extensions }) =>
      [extensions?.code, message].filter(Boolean).join(': '),
    ),
  ]
  const said = [...new Set(parts.filter((part): part is string => Boolean(part)))]
  // Servers say the same in more than one place, with a code before it or without.
  const words = said.filter((part) => !said.some((other) => other !== part && other.includes(part)))
  return sanitise([`HTTP ${status}`, words.join('; ')].filter(Boolean).join(': ')).slice(0, 400)
}

/** Milliseconds to wait, from seconds or a date. `undefined` when absent or neither. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000
  // HTTP dates begin with the day of the week; Date.parse alone takes "-5" for a year.
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** GraphQL may refuse with status 200: no data, and the server's word that it took nothing. */
function saysUntouched(body: string): boolean {
  if (!body.includes('"untouched"') || body.length > 65_536) return false
  const refusal = z.object({
    data: z.optional(z.null()),
    errors: z.array(z.object({ extensions: z.object({ funds: z.literal('untouched') }) })),
  })
  try {
    const parsed = z.safeParse(refusal, JSON.parse(body))
    return parsed.success && parsed.data.errors.length > 0
  } catch {
    return false
  }
}

function codesIn(body: string): readonly (string | undefined)[] {
  return errorsIn(body).map(({ extensions }) => extensions?.code)
}

const errorsSchema = z.object({
  errors: z.array(
    z.object({
      message: z.optional(z.string()),
      extensions: z.optional(z.object({ code: z.optional(z.string()) })),
    }),
  ),
})

function errorsIn(body: string): z.infer<typeof errorsSchema>['errors'] {
  if (body.length > 65_536) return []
  try {
    const parsed = z.safeParse(errorsSchema, JSON.parse(body))
    return parsed.success ? parsed.data.errors.slice(0, 3) : []
  } catch {
    return []
  }
}

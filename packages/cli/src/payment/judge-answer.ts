import { decodeHeader } from '@fiq/shared/payment/header-codec'
import * as z from 'zod/mini'
import { sanitise } from '../terminal/sanitise.ts'
import type { HttpAnswer, Purchase } from './ports.ts'
import { readReceipt } from './read-receipt.ts'
import { readResult } from './read-result.ts'

/**
 * What an answer to a signed request means.
 *
 * - `answered`: it is the answer. Without a receipt the server settles later.
 * - `unanswered`: it is no answer. A `final` one is not asked for again in this run: the server
 *   will not take the payment, or its answer cannot be read. That alone proves nothing about the
 *   money. With a transaction, the receipt fits what was signed: the payment settled.
 */
export type Verdict = { is: 'answered'; transaction: string | undefined } | Unanswered

export type Unanswered = {
  is: 'unanswered'
  isFinal: boolean
  retryAfterMs: number | undefined
  /** Bounded and sanitised. The server's words unless `isOurs`. */
  reason: string
  isOurs?: true
  transaction: string | undefined
}

/** Statuses of the 4xx family that say "later", not "no". */
const laterStatuses: readonly number[] = [408, 425, 429]

/**
 * Judges an answer by its status, its body and its receipt. What a server writes about the money
 * counts for nothing.
 *
 * @param now - Unix milliseconds, for a `Retry-After` that is a date.
 */
export function judgeAnswer(
  answer: HttpAnswer,
  purchase: Pick<Purchase, 'url' | 'authorization' | 'amount'>,
  now: number,
): Verdict {
  const { status, headers } = answer
  const transaction = readReceipt(headers, purchase)
  const isLater = status >= 500 || laterStatuses.includes(status)
  const unanswered = {
    is: 'unanswered',
    isFinal: !isLater,
    retryAfterMs: isLater ? readRetryAfter(headers['retry-after'], now) : undefined,
    transaction,
  } as const
  if (status < 200 || status > 299) return { ...unanswered, reason: reasonOf(answer) }
  const result = readResult(answer, purchase.url)
  if (result.is === 'unreadable') return { ...unanswered, reason: result.reason, isOurs: true }
  // Errors alone are an answer only where the money is proven spent on them.
  if (result.is === 'errors' && transaction === undefined)
    return { ...unanswered, reason: reasonOf(answer) }
  return { is: 'answered', transaction }
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

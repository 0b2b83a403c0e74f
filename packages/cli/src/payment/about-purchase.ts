import { type ErrorKind, FiqError } from '@fiq/shared/errors'
import { PaymentError } from './payment-error.ts'
import type { Purchase } from './ports.ts'

/**
 * An interruption or a fault while a purchase is open is about that purchase: whoever reads
 * "untouched" after a signed payment was sent pays twice. Errors that were thrown on purpose know
 * what became of the money and stay as they are.
 *
 * @param open - The purchase whose signature is in the journal, and whose answer is not printed.
 */
export function aboutPurchase(error: unknown, open: Purchase | undefined): unknown {
  const knows = error instanceof FiqError && !silentKinds.includes(error.kind)
  if (!open || knows || error instanceof PaymentError) return error
  const isAnswered = open.state === 'answered'
  return new PaymentError(
    error instanceof FiqError ? error.code : 'INTERNAL',
    messageOf(error),
    open,
    open.state,
    {
      facts: error instanceof FiqError ? error.facts : [],
      funds: isAnswered ? 'spent' : open.state === 'settled' ? 'owed' : 'at-risk',
      remedy: isAnswered
        ? 'Run the same command again: nothing new is paid.'
        : 'Run the same command again: it resumes this payment and signs nothing new.',
      cause: error,
    },
  )
}

/**
 * Errors of these kinds say nothing about the money that was signed for: an interruption, a fault, a
 * full disk below the output or below the journal.
 */
const silentKinds: readonly ErrorKind[] = [
  'cancelled',
  'internal',
  'output',
  'configuration',
  'budget-busy',
]

function messageOf(error: unknown): string {
  if (error instanceof FiqError) return error.message
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `Unexpected: ${text.slice(0, 500)}`
}

import type { FiqError } from '@fiq/shared/errors'

/** An error as one line of the view. An error after signing first states where the money is. */
export function errorLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (!isAboutPayment(error)) return message
  const { amount, id } = error.payment
  return `${amount} USDC ${error.funds} (${id.slice(0, 10)}): ${message}`
}

function isAboutPayment(
  error: unknown,
): error is FiqError & { payment: { amount: string; id: string } } {
  return error instanceof Error && 'payment' in error
}

import { FiqError } from '@fiq/shared/errors'
import { usdcUnit } from '../../terminal/format/usdc-text.ts'

/** An error as one line of the view. If money may have moved, it first states where the money is. */
export function errorLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (isAboutPayment(error)) {
    const { amount, id, play } = error.payment
    return `${amount} ${usdcUnit(play)} ${error.funds} (${id.slice(0, 10)}): ${message}`
  }
  const isUntouched = !(error instanceof FiqError) || error.funds === 'untouched'
  return isUntouched ? message : `credits ${error.funds}: ${message}`
}

function isAboutPayment(
  error: unknown,
): error is FiqError & { payment: { amount: string; id: string; play?: true } } {
  return error instanceof Error && 'payment' in error
}

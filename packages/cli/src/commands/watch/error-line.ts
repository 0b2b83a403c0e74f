import { usdcUnit } from '../../terminal/format/usdc-text.ts'
import type { ReportedPayment } from '../../terminal/report-error.ts'
import type { StatedError } from '../../terminal/stated-error.ts'

/** An error as one line of the view. If money may have moved, it first states where the money is. */
export function errorLine(error: StatedError & { payment?: ReportedPayment }): string {
  const { message, funds, payment } = error
  if (!payment) return funds === 'untouched' ? message : `credits ${funds}: ${message}`
  const { amount, id, play } = payment
  // The view states the sum of the session.
  if (id === undefined) return message
  return `${amount} ${usdcUnit(play)} ${funds} (${id.slice(0, 10)}): ${message}`
}

import { formatCountInFull } from './columns.ts'

/**
 * Text about paid credits that are still pending.
 *
 * @param pending - The server's value.
 * @returns Empty if none are pending.
 */
export function pendingText(pending: unknown): string {
  return typeof pending === 'number' && pending > 0
    ? `${formatCountInFull(pending)}, until the payment is final`
    : ''
}

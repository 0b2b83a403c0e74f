/**
 * Text about credits that are paid for and not given yet.
 *
 * @param pending - the server's value. @returns Empty if none are pending.
 */
export function pendingText(pending: unknown): string {
  return typeof pending === 'number' && pending > 0 ? `${pending}, until the payment is final` : ''
}

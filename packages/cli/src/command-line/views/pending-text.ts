/**
 * What people read about credits that are paid for and not given yet.
 *
 * @param pending - As the server says it. @returns Empty where none are pending.
 */
export function pendingText(pending: unknown): string {
  return typeof pending === 'number' && pending > 0 ? `${pending}, until the payment is final` : ''
}

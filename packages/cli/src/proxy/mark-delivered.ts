/**
 * Marks an answer as delivered. Runs in socket events, where an exception would end the process. If
 * the journal cannot be written, the answer stays undelivered and a repeated request gets it free.
 */
export function markDelivered(delivered: () => void): void {
  try {
    delivered()
  } catch {
    // The next identical request resumes this purchase.
  }
}

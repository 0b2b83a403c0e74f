/**
 * Marks an answer as delivered. Runs in events of sockets, where an exception would end the
 * process. If the journal cannot be written, the answer stays undelivered: asked again, it is free.
 */
export function markDelivered(delivered: () => void): void {
  try {
    delivered()
  } catch {
    // The next identical request resumes this purchase.
  }
}

import { FiqError } from '@fiq/shared/errors'

/** Lets callers with the same payment at the same time share one run. */
export type InFlight<answer> = {
  /**
   * @param key - The payment.
   * @param request - What it is for: a second request with the key of a running other one is refused.
   * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`
   */
  join(key: string, request: string, run: () => Promise<answer>): Promise<answer>
  /** Runs under way. */
  readonly size: number
}

export function openInFlight<answer>(): InFlight<answer> {
  const running = new Map<string, { request: string; answer: Promise<answer> }>()
  return {
    get size() {
      return running.size
    },
    join(key, request, run) {
      const leader = running.get(key)
      if (leader) {
        if (leader.request === request) return leader.answer
        throw new FiqError(
          'PAYMENT_BOUND_TO_OTHER_REQUEST',
          'This payment is being used for another request; nothing was executed.',
        )
      }
      const answer = run().finally(() => running.delete(key))
      running.set(key, { request, answer })
      return answer
    },
  }
}

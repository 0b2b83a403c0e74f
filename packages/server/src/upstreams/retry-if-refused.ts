import { FiqError } from '@fiq/shared/errors'

/**
 * Waits for work that another caller began. If the budget of that caller refused it, begins it
 * again within the budget of this caller.
 *
 * @param begin - Begins the work, or joins a caller that began it meanwhile. Must not join the same
 *   work: failed work is forgotten before its promise rejects here.
 */
export function retryIfRefused<value>(
  joined: Promise<value>,
  begin: () => Promise<value>,
): Promise<value> {
  return joined.catch((error: unknown) => {
    if (error instanceof FiqError && error.code === 'RATE_LIMITED') return begin()
    throw error
  })
}

import { hasCode } from '@fiq/shared/errors'

/**
 * Waits for work that another caller began. If that caller's budget refused it, begins it again
 * within this caller's budget.
 *
 * @param begin - Begins the work, or joins another caller that began it again. It must not join the
 * same work: failed work is removed before its promise rejects here.
 */
export function retryIfRefused<value>(
  joined: Promise<value>,
  begin: () => Promise<value>,
): Promise<value> {
  return joined.catch((error: unknown) => {
    if (hasCode(error, 'RATE_LIMITED')) return begin()
    throw error
  })
}

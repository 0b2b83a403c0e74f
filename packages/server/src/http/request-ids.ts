import { randomBytes } from 'node:crypto'

/** Header of a refusal with the id of the request, which the log repeats. */
export const requestIdHeader = 'x-request-id'

/**
 * Creates ids of requests. They are unique across restarts and instances, because they start with a
 * random text of this process.
 *
 * @example requestIds()() // 'req_5f0c2ab91e_1'
 */
export function requestIds(random: (size: number) => Buffer = randomBytes): () => string {
  const start = random(5).toString('hex')
  let count = 0
  return () => `req_${start}_${++count}`
}

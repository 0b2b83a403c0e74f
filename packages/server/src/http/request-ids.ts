import { createRandomTexts } from './random-texts.ts'

/** Header of a refusal with the id of the request, which the log repeats. */
export const requestIdHeader = 'x-request-id'

const drawHex = createRandomTexts(10, 'hex')

/**
 * An id of a request: random, so that it is unique across restarts and instances, and does not tell
 * how many requests the server has had.
 *
 * @example requestId() // 'req_5f0c2ab91e7d4c0a8b21'
 */
export function requestId(): string {
  return `req_${drawHex()}`
}

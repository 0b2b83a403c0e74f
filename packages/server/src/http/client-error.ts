import type { Socket } from 'node:net'
import { FiqError } from '@fiq/shared/errors'
import { endAfterAnswers } from '@fiq/shared/latest-response'
import { answerHeaders } from './answer-headers.ts'
import { problemAnswer } from './problem-json.ts'

/** The server closes the connection after this time, if the client has not closed it. */
const lingerMs = 2_000

/**
 * Answers input that is not a valid request: too large headers, an incomplete request, not HTTP.
 * Uses the common form of errors, then closes the connection, because further bytes on it cannot be
 * parsed. Sends nothing before the answers to earlier requests on the connection.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  if (endAfterAnswers(socket)) return
  const { status, headers, body } = problemAnswer(fiqErrorOf(error.code))
  const fields = {
    ...answerHeaders(undefined),
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  socket.setTimeout(lingerMs, () => socket.destroy())
  socket.end(
    [`HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`, ...lines, '', body].join('\r\n'),
  )
}

const reasons: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function fiqErrorOf(code: string | undefined): FiqError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new FiqError('HEADERS_TOO_LARGE', 'The headers exceed 16384 bytes in total.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new FiqError('REQUEST_TOO_SLOW', 'The request did not arrive in time.')
    default:
      return new FiqError('BAD_REQUEST', 'The request is not valid HTTP/1.1.')
  }
}

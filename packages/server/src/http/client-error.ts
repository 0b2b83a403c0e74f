import type { Socket } from 'node:net'
import { FiqError } from '@fiq/shared/errors'
import { answerHeaders } from './answer-headers.ts'
import { errorAnswer } from './http-answer.ts'

/** What has been answered is closed; who does not say in this time that it has come is gone. */
const lingerMs = 2_000

/**
 * Answers what is not even a request: headers too large, a request that never ends, no HTTP. In the
 * one form of our errors, and then the connection is closed: what follows on it means nothing.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const { status, headers, body } = errorAnswer(fiqErrorOf(error.code))
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
      return new FiqError('HEADERS_TOO_LARGE', 'The headers are larger than 16384 bytes together.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new FiqError('REQUEST_TOO_SLOW', 'The request did not arrive in time.')
    default:
      return new FiqError('BAD_REQUEST', 'The request cannot be read as HTTP/1.1.')
  }
}

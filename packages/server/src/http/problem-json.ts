import { type ErrorCode, errorTable, type FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { WireError } from '../execution/execute.ts'
import { errorAnswer, type HttpAnswer, jsonType, problemType } from './http-answer.ts'
import { requestIdHeader } from './request-ids.ts'

/**
 * Turns refusals of every surface into problems (RFC 9457): members of the error beside `errors`,
 * which stays as in GraphQL. Unchanged are a 402, whose body the contract defines, JSON-RPC
 * messages, and responses in the media type of GraphQL. A header of each names the request.
 */
export function problemAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { statusCode: status } = reply
    if (status < 400 || status === 402) return done(null, payload)
    reply.header(requestIdHeader, request.id)
    if (reply.getHeader('content-type') !== jsonType || typeof payload !== 'string')
      return done(null, payload)
    const problem = problemOf(status, payload)
    if (problem !== payload) reply.type(problemType).removeHeader('content-length')
    done(null, problem)
  })
}

/** A refusal as a problem, where no hook turns it into one. */
export function problemAnswer(error: FiqError): HttpAnswer {
  const { status, headers, body } = errorAnswer(error)
  return {
    status,
    headers: { ...headers, 'content-type': problemType },
    body: problemOf(status, body),
  }
}

/**
 * The type is the row of the error's code in the documentation of this server; its title is the
 * same for every occurrence.
 *
 * @returns The unchanged body if it is not an error of the table.
 */
function problemOf(status: number, body: string): string {
  const parsed = JSON.parse(body) as { errors?: readonly WireError[]; data?: unknown }
  const [error] = parsed.errors ?? []
  if (!error?.extensions || parsed.data !== undefined) return body
  const code = error.extensions['code'] as ErrorCode
  return JSON.stringify({
    type: `/docs/errors#${code}`,
    title: errorTable[code].summary,
    status,
    detail: error.message,
    ...error.extensions,
    ...parsed,
  })
}

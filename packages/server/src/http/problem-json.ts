import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { WireError } from '../execution/execute.ts'
import { jsonType, problemType } from './http-answer.ts'

/**
 * Refusals of every surface become problems of RFC 9457, with the members of the error beside
 * `errors`, which stay as GraphQL has them. As they are remain 402, whose body the contract has,
 * messages of JSON-RPC, and answers in the media type of GraphQL.
 */
export function problemAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    const { statusCode: status } = reply
    const isRefusal =
      status >= 400 && status !== 402 && reply.getHeader('content-type') === jsonType
    if (!isRefusal || typeof payload !== 'string') return done(null, payload)
    const problem = problemOf(status, payload)
    if (problem !== payload) reply.type(problemType).removeHeader('content-length')
    done(null, problem)
  })
}

/** @returns The body as it is, where it is no refusal of ours. */
export function problemOf(status: number, body: string): string {
  const parsed = JSON.parse(body) as { errors?: readonly WireError[]; data?: unknown }
  const [error] = parsed.errors ?? []
  if (!error?.extensions || parsed.data !== undefined) return body
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Refused',
    status,
    detail: error.message,
    ...error.extensions,
    ...parsed,
  })
}

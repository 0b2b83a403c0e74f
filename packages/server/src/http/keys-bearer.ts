import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../accounts/accounts.ts'
import { invalidKey } from '../accounts/api-key.ts'
import type { Access } from '../rate-limit/access.ts'
import type { AdmittedRequest, RequestIdentity } from '../rate-limit/request-gate.ts'
import { errorAnswer, fiqErrorOf, type HttpAnswer, jsonType, sendAnswer } from './http-answer.ts'
import { requestIdentityOf } from './request-identity.ts'

/** Ports of the account pages. */
export type AccountParts = { access: Access; report(error: unknown): void }

/** A request whose key was checked. */
export type Bearer<request extends FastifyRequest> = { request: request; identity: Identity }

/**
 * Answers requests that need a key: checks the key and the rate limit, then sends the result of
 * `run` as JSON. Errors have the common form.
 */
export function withKey<request extends FastifyRequest>(
  parts: AccountParts,
  run: (bearer: Bearer<request>) => Promise<{ status?: number; value: unknown }>,
) {
  return (request: request, reply: FastifyReply) =>
    withLimit(parts, request, reply, async ({ identity }) => {
      if (!identity) throw invalidKey('This page needs an API key.')
      const { status = 200, value } = await run({ request, identity })
      return jsonAnswer(status, value)
    })
}

/**
 * Answers requests of any caller: checks the rate limit, then calls `run`. Errors have the common
 * form.
 */
export async function withLimit(
  { access, report }: AccountParts,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (admitted: AdmittedRequest) => Promise<HttpAnswer>,
): Promise<FastifyReply> {
  return sendAnswer(reply, await answerLimited({ access, report }, run, requestIdentityOf(request)))
}

/** The response of {@link withLimit}. */
export async function answerLimited(
  { access, report }: AccountParts,
  run: (admitted: AdmittedRequest) => Promise<HttpAnswer>,
  sender: RequestIdentity,
): Promise<HttpAnswer> {
  let fields: AdmittedRequest['headers'] = {}
  let answer: HttpAnswer
  try {
    const admitted = await access.gate.admit(sender)
    fields = admitted.headers
    answer = await run(admitted)
  } catch (thrown) {
    answer = errorAnswer(fiqErrorOf(thrown, report))
  }
  return { ...answer, headers: { ...fields, ...answer.headers } }
}

/** A JSON response of one organisation. Caches must not store it. */
export function jsonAnswer(status: number, value: unknown): HttpAnswer {
  const headers = { 'content-type': jsonType, 'cache-control': 'private, no-store' }
  return { status, headers, body: JSON.stringify(value) }
}

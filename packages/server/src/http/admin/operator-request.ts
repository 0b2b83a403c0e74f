import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import type { BrowserSession } from '../session/browser-sessions.ts'
import { requireSession, type SignedInPage } from '../session/session-request.ts'
import type { AdminParts } from './admin-parts.ts'

/** A request of a signed-in operator. */
export type OperatorRequest = {
  session: BrowserSession
  query: Readonly<Record<string, string | undefined>>
  params: Readonly<Record<string, string | undefined>>
}

/** The pages of operators. */
export function adminPageOf({ publicUrl, sessions }: AdminParts): SignedInPage {
  return {
    ...({ path: '/admin', cookie: 'fiq_admin', publicUrl, sessions } as const),
    remedy: 'Get a sign-in link on the server: fiq-server operators link NAME',
  }
}

/** Answers a read request of an operator. Errors have the common form. */
export function forOperator(
  parts: AdminParts,
  run: (operatorRequest: OperatorRequest) => Promise<unknown>,
) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    withLimit(parts, request, reply, async () => {
      const session = await requireSession(request, adminPageOf(parts))
      return jsonAnswer(200, await run({ ...parametersOf(request), session }))
    })
}

/** The query parameters whose value is a single text. */
export function parametersOf({ query, params }: FastifyRequest): Omit<OperatorRequest, 'session'> {
  const texts = (from: unknown) =>
    Object.fromEntries(
      Object.entries((from ?? {}) as object).filter(([, value]) => typeof value === 'string'),
    ) as Readonly<Record<string, string>>
  return { query: texts(query), params: texts(params) }
}

import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { clientNetwork } from '../../rate-limit/client-network.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import { withFields } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import { addressOf } from '../request-identity.ts'
import type { AdminParts } from './admin-parts.ts'
import { readJson } from './operator-change.ts'
import {
  adminOrigin,
  cookieField,
  forOperator,
  readChange,
  refuseForeignChange,
  sessionIdsIn,
} from './operator-request.ts'
import { type OperatorSession, sessionLimits } from './sessions.ts'
import type { SessionShape } from './shapes.ts'

/** Of one network, right and wrong ones. */
export const signInsPerMinute = 10

const signInSchema = z.object({ code: z.string().max(200) })

/** `/admin/api/sign-in`, `sign-out` and `session`. */
export function signInSurface(app: FastifyInstance, parts: AdminParts): void {
  const { sessions, publicUrl } = parts

  app.post('/admin/api/sign-in', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      refuseForeignChange(request, publicUrl)
      await countSignIn(addressOf(request), parts)
      const { code } = readJson(bodyText(request), signInSchema)
      // Always a session of its own: an id that came with the request is worth nothing here.
      const { id, session } = await sessions.signIn(code.trim())
      const origin = adminOrigin(request, publicUrl)
      const cookie = cookieField(origin, id, sessionLimits.wholeMs / 1_000)
      return withFields(jsonAnswer(200, shown(session)), { 'set-cookie': cookie })
    }),
  )

  app.post('/admin/api/sign-out', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      await readChange(request, parts)
      for (const id of sessionIdsIn(request, publicUrl)) await sessions.signOut(id)
      const cookie = cookieField(adminOrigin(request, publicUrl), '', 0)
      return withFields(jsonAnswer(200, { signedOut: true }), { 'set-cookie': cookie })
    }),
  )

  app.get(
    '/admin/api/session',
    forOperator(parts, async ({ session }) => shown(session)),
  )
}

async function countSignIn(address: string, { access }: AdminParts): Promise<void> {
  const quota = { requestsPerMinute: signInsPerMinute }
  const verdict = await access.limit.take(`operator-sign-in:${clientNetwork(address)}`, quota)
  if (!verdict.allowed) throw new RateLimitedError(quota, verdict, { pays: false })
}

function shown({ operator, csrf, endsAt }: OperatorSession): SessionShape {
  return { operator, csrf, endsAt: new Date(endsAt).toISOString() }
}

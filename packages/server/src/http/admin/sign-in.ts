import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { clientNetwork } from '../../rate-limit/client-network.ts'
import { RateLimitedError } from '../../rate-limit/rate-limited.ts'
import { withFields } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import { addressOf } from '../request-identity.ts'
import { type BrowserSession, sessionLimits } from '../session/browser-sessions.ts'
import { readJson } from '../session/read-json.ts'
import { cookieField, refuseForeignChange, signOut } from '../session/session-request.ts'
import type { AdminParts } from './admin-parts.ts'
import { adminPageOf, forOperator } from './operator-request.ts'
import type { SessionShape } from './shapes.ts'

/** Sign-in attempts of one network, successful ones included. */
export const signInsPerMinute = 10

const signInSchema = z.object({ code: z.string().max(200) })

/** `/admin/api/sign-in`, `sign-out` and `session`. */
export function signInSurface(app: FastifyInstance, parts: AdminParts): void {
  const { sessions } = parts
  const page = adminPageOf(parts)

  app.post('/admin/api/sign-in', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      refuseForeignChange(request, page)
      await countSignIn(addressOf(request), parts)
      const { code } = readJson(bodyText(request), signInSchema)
      const { id, session } = await sessions.signIn(code.trim())
      const cookie = cookieField(request, page, id, sessionLimits.wholeMs / 1_000)
      return withFields(jsonAnswer(200, shown(session)), { 'set-cookie': cookie })
    }),
  )

  app.post('/admin/api/sign-out', (request, reply) =>
    withLimit(parts, request, reply, () => signOut(request, { ...page, sessions })),
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

function shown({ owner: operator, csrf, endsAt }: BrowserSession): SessionShape {
  return { operator, csrf, endsAt: new Date(endsAt).toISOString() }
}

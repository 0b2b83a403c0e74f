import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createOperatorStore } from '../../storage/admin/operator-store.ts'
import type { HttpAnswer } from '../http-answer.ts'
import { withLimit } from '../keys-bearer.ts'
import { builtStyle } from '../layout/page-files.ts'
import { pageHeaders } from '../layout/page-headers.ts'
import { filesSurface } from './admin-files.ts'
import { adminPage, notSetUpPage } from './admin-page.ts'
import type { AdminParts } from './admin-parts.ts'
import { organisationsSurface } from './organisations.ts'
import { createOverview, overviewSurface } from './overview.ts'
import { paymentsSurface } from './payments.ts'
import { createSessions } from './sessions.ts'
import { signInSurface } from './sign-in.ts'
import { systemSurface } from './system.ts'

/** `/admin`: the operators' pages and their API, for signed-in operators only. */
export function adminSurface(
  app: FastifyInstance,
  adminParts: Omit<AdminParts, 'operators' | 'sessions' | 'overview'>,
): void {
  const operators = createOperatorStore(adminParts.database)
  const sessions = createSessions({
    store: operators,
    nowMs: adminParts.nowMs,
    random: randomBytes,
  })
  const parts: AdminParts = {
    ...adminParts,
    operators,
    sessions,
    overview: (range) => overview(range),
  }
  const overview = createOverview(parts)

  const style = builtStyle('style.css', 'admin-style.css')
  const headers = { ...pageHeaders(style), 'cache-control': 'private, no-store' }
  const page: HttpAnswer = {
    status: 200,
    headers,
    body: String(adminPage(adminParts.facts, style)),
  }
  const notSetUp = { status: 404, headers, body: String(notSetUpPage(adminParts.facts, style)) }
  app.get('/admin', (request, reply) =>
    withLimit(parts, request, reply, async () =>
      (await operators.operators()).length > 0 ? page : notSetUp,
    ),
  )
  signInSurface(app, parts)
  overviewSurface(app, parts)
  paymentsSurface(app, parts)
  organisationsSurface(app, parts)
  systemSurface(app, parts)
  filesSurface(app, parts)
}

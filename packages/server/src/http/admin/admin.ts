import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { createOperatorStore } from '../../storage/admin/operator-store.ts'
import type { HttpAnswer } from '../http-answer.ts'
import { withLimit } from '../keys-bearer.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { builtStyle } from '../layout/page-files.ts'
import { pageHeaders } from '../layout/page-headers.ts'
import { filesSurface } from './admin-files.ts'
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

/** The empty page of operators; its script draws the content. */
function adminPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin',
    facts,
    bare: true,
    isWide: true,
    style,
    scripts: ['admin.js'],
    content: html`<div id="admin">
        <main id="content" class="wrap">
          <h1>Operators</h1>
          <p class="lead">The page is loading.</p>
          <noscript><p>It needs JavaScript. The command line does not: fiq-server --help.</p></noscript>
        </main>
      </div>`,
  })
}

/** Response while no operator exists. There is no default account. */
function notSetUpPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin: not set up',
    facts,
    style,
    content: html`<h1>Not set up</h1>
      <p class="lead">This server has no operators yet, and no default account.</p>
      <p>On the machine of the server, with its data folder or database, run:</p>
      <div class="code"><pre><code>fiq-server operators add NAME</code></pre></div>
      <p>It prints a sign-in link that is valid once, for ten minutes.</p>`,
  })
}

import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { docsPages } from '../docs/docs-pages.ts'
import { errorAnswer, sendAnswer } from '../http-answer.ts'
import { layout, type Markup, type PageFacts, pageHead } from '../layout/layout.ts'
import { builtStyle, pageFiles } from '../layout/page-files.ts'
import { pageHeaders } from '../layout/page-headers.ts'
import { toolNames, unknownTool } from '../query/tools.ts'
import { pageQuery } from '../tool-page/page-query.ts'
import { readToolForm } from '../tool-page/tool-form.ts'
import { toolPage } from '../tool-page/tool-page.ts'
import { errorPage, readRefusal } from './error-page.ts'
import { homePage, type SiteFacts } from './home-page.ts'
import { sourcesFile, sourcesPage } from './sources-page.ts'

/** The public pages and their files. */
export function pagesSurface(
  app: FastifyInstance,
  facts: SiteFacts,
  originOf: (host: string | undefined) => string,
): void {
  pageFiles(app)

  const style = builtStyle('style.css')
  const headers = pageHeaders(style)
  const home = homePage(facts, style)
  app.get('/', async (request, reply) => {
    const search = new URLSearchParams(request.url.split('?')[1] ?? '')
    const page = await home(originOf(request.headers.host), search)
    return reply.headers(headers).send(String(page))
  })
  errorPages(app, facts, style)
  docsPages(app, facts, style, headers)
  app.get<{ Params: { name: string } }>('/tools/:name', async (request, reply) => {
    if (!wantsPage(request)) return reply.callNotFound()
    const { name } = request.params
    const tool = toolNamed(name)
    if (!tool) return sendAnswer(reply, errorAnswer(unknownTool(name, toolNames)))
    const search = new URLSearchParams(request.url.split('?')[1] ?? '')
    const isEdited = search.has('edited')
    const variables = isEdited ? readToolForm(tool, search) : tool.variables
    const sample = isEdited
      ? undefined
      : await facts.sample?.({ query: pageQuery(tool), variables }).catch(() => undefined)
    const origin = originOf(request.headers.host)
    const page = toolPage({ tool, variables, facts, style, origin, sample })
    return reply.headers(headers).send(String(page))
  })
  app.get('/sources', async (_, reply) =>
    reply.headers(headers).send(String(sourcesPage(facts, style))),
  )
  app.get('/sources.csv', async (_, reply) => sendAnswer(reply, await sourcesFile(facts)))
  const graphiql = String(graphiqlPage(facts, style))
  const graphiqlHeaders = pageHeaders({ any: true })
  app.get('/graphiql', async (_, reply) => reply.headers(graphiqlHeaders).send(graphiql))
}

/**
 * The page that GraphiQL draws into. It is readable while the script loads, and without scripts.
 */
function graphiqlPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'GraphiQL: fiq',
    facts,
    bare: true,
    style,
    lateStyles: ['graphiql.css', 'graphiql-style.css'],
    scripts: ['graphiql.js'],
    content: html`${pageHead({ current: 'GraphiQL' })}
      <main id="graphiql">
        <div class="wrap" id="content">
          <h1>Write a query, see its price</h1>
          <p class="lead">The editor is loading.</p>
          <noscript>
            <p>The editor needs JavaScript. The service does not: POST to /api/graphql.</p>
          </noscript>
        </div>
      </main>`,
  })
}

/**
 * Turns refusals into pages for browsers. Programs, whose `Accept` does not name HTML first, and
 * every POST get the original body; that of a 402 is `{}`.
 */
function errorPages(app: FastifyInstance, facts: PageFacts, style: string): void {
  const headers = { ...pageHeaders(style), 'cache-control': 'no-store' }
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !wantsPage(request))
      return done(null, payload)
    const refusal = readRefusal(reply.statusCode, payload)
    if (!refusal) return done(null, payload)
    const [path, search = ''] = request.url.split('?', 2)
    const graphiql = path === '/api/graphql' ? graphiqlOf(new URLSearchParams(search)) : undefined
    const program = JSON.stringify(JSON.parse(payload), null, 2)
    const page = String(
      errorPage(refusal, { facts, style, program, graphiql, request: request.id }),
    )
    reply.headers(headers).removeHeader('content-length')
    done(null, page)
  })
}

/** The address of GraphiQL with the query of an address in its editors. */
function graphiqlOf(fields: URLSearchParams): string {
  const query = fields.get('query')
  if (query === null) return '/graphiql'
  const filled = { query, variables: fields.get('variables') ?? '' }
  return `/graphiql#${new URLSearchParams(filled).toString()}`
}

/** Whether a browser requests a page: a GET whose `Accept` names HTML before JSON. */
export function wantsPage({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const { accept = '' } = headers
  const html = accept.indexOf('text/html')
  const json = accept.search(/application\/([\w.-]+\+)?json/)
  return html !== -1 && (json === -1 || html < json)
}

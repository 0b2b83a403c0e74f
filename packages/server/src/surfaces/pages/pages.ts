import type { FastifyInstance } from 'fastify'
import { html } from 'hono/html'
import { type HomeFacts, homePage } from './home-page.ts'
import { layout, type Markup, type PageFacts, sandboxWords } from './layout.ts'
import { pageFiles } from './page-files.ts'
import { pageHeaders } from './page-headers.ts'

/** The pages people look at: `/`, `/graphiql`, and the files they load. */
export function pagesSurface(
  app: FastifyInstance,
  facts: Omit<HomeFacts, 'url'>,
  originOf: (host: string | undefined) => string,
): void {
  pageFiles(app)

  app.get('/', async ({ headers }, reply) =>
    reply
      .headers(pageHeaders())
      .send(String(await homePage({ ...facts, url: originOf(headers.host) }))),
  )
  const graphiql = String(graphiqlPage(facts))
  app.get('/graphiql', async (_, reply) =>
    reply.headers(pageHeaders({ stylesInline: true })).send(graphiql),
  )
}

/** The frame GraphiQL is drawn into; readable while it loads, and without scripts. */
function graphiqlPage(facts: PageFacts): Markup {
  const words = sandboxWords(facts)
  return layout({
    title: 'fiq GraphiQL',
    facts,
    bare: true,
    styles: ['graphiql.css', 'graphiql-style.css'],
    scripts: ['graphiql.js'],
    content: html`${words ? html`<div class="strip banner" role="note">${words}</div>` : ''}
      <div id="graphiql">
        <div class="wide">
          <h1>Write a query, see its price</h1>
          <p class="lead">The editor is loading.</p>
          <noscript>
            <p>The editor needs JavaScript. The service does not: POST to /api/graphql.</p>
          </noscript>
        </div>
      </div>`,
  })
}

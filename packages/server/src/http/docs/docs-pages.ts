import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import { html, raw } from 'hono/html'
import { errorAnswer, sendAnswer } from '../http-answer.ts'
import { scrolled } from '../layout/data-table.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { builtFolder } from '../layout/page-files.ts'
import type { DocsGroup, DocsPage } from './docs-content.ts'
import { docsSearch } from './docs-search.ts'

/** `/docs` and `/docs/<page>`: the user documentation of this version, available offline. */
export function docsPages(
  app: FastifyInstance,
  facts: PageFacts,
  style: string,
  headers: Readonly<Record<string, string>>,
): void {
  let read: Promise<readonly DocsGroup[]> | undefined
  const groups = () => {
    read ??= readDocs()
    return read
  }
  app.get('/docs', async (_, reply) =>
    reply.headers(headers).send(String(docsIndex(await groups(), facts, style))),
  )
  app.get<{ Params: { page: string } }>('/docs/:page', async ({ params }, reply) => {
    const all = await groups()
    const page = all.flatMap(({ pages }) => pages).find(({ slug }) => slug === params.page)
    if (page) return reply.headers(headers).send(String(docsPage(page, all, facts, style)))
    const message = `The documentation has no page ${params.page.slice(0, 100)}.`
    return sendAnswer(reply, errorAnswer(new FiqError('UNKNOWN_PATH', message)))
  })
}

/** The built pages. Empty while the server runs from unbuilt source. */
async function readDocs(): Promise<readonly DocsGroup[]> {
  const folder = builtFolder()
  if (folder === undefined) return []
  return JSON.parse(await readFile(join(folder, 'docs.json'), 'utf8')) as readonly DocsGroup[]
}

function docsIndex(groups: readonly DocsGroup[], facts: PageFacts, style: string): Markup {
  return frame(
    { title: 'Documentation', groups, facts, style, current: undefined },
    html`
    <article class="prose">
      <h1>Documentation</h1>
      <p class="lead">Everything about this version, from this server. Start with the list that fits you.</p>
      ${groups.map(
        ({ title, listed }) => html`<h2>${title}</h2>
          ${scrolled(
            title,
            html`<table class="pages">
              <thead><tr><th scope="col">Page</th><th scope="col">What it answers</th></tr></thead>
              <tbody>
                ${listed.map(
                  (page) => html`<tr>
                    <th scope="row"><a href="/docs/${page.slug}">${page.title}</a></th>
                    <td>${page.summary}</td>
                  </tr>`,
                )}
              </tbody>
            </table>`,
          )}`,
      )}
    </article>`,
  )
}

function docsPage(
  page: DocsPage,
  groups: readonly DocsGroup[],
  facts: PageFacts,
  style: string,
): Markup {
  const all = groups.flatMap(({ pages }) => pages)
  const at = all.indexOf(page)
  const group = groups.find(({ pages }) => pages.includes(page))
  const [before, after] = [all[at - 1], all[at + 1]]
  return frame(
    { title: page.title, groups, facts, style, current: page },
    html`
    <article class="prose">
      <nav class="crumbs" aria-label="Where this is"><a href="/docs">Docs</a> / ${group?.title}</nav>
      <h1>${page.title}</h1>
      ${raw(page.html)}
      <nav class="pager" aria-label="Next pages">
        ${before ? html`<a href="/docs/${before.slug}"><small>Previous</small>${before.title}</a>` : html`<span></span>`}
        ${after ? html`<a href="/docs/${after.slug}"><small>Next</small>${after.title}</a>` : ''}
      </nav>
    </article>
    ${onThisPage(page)}`,
  )
}

/** Maximum headings in the side list; more would not fit into the window. */
const headingsMax = 24

function onThisPage({ headings }: DocsPage): Markup {
  const shown = headings.filter(({ level }) => level === 2).slice(0, headingsMax)
  if (shown.length < 2) return html``
  return html`<aside aria-label="On this page">
    <h2>On this page</h2>
    <ul>${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
  </aside>`
}

function frame(
  page: {
    title: string
    groups: readonly DocsGroup[]
    facts: PageFacts
    style: string
    current: DocsPage | undefined
  },
  content: Markup,
): Markup {
  const { title, groups, facts, style, current } = page
  return layout({
    title: `${title}: fiq`,
    facts,
    style,
    current: current?.slug === 'proxy' ? 'For agents' : 'Docs',
    scripts: ['docs.js'],
    content: html`<div class="docs">
      <nav aria-label="Documentation">
        ${docsSearch()}
        <details class="fold">
          <summary>All pages</summary>
          ${groups.map(
            (group) => html`<h2>${group.title}</h2>
              <ul>
                ${group.pages.map(
                  ({ slug, title: name }) =>
                    html`<li><a href="/docs/${slug}" ${raw(slug === current?.slug ? 'aria-current="page"' : '')}>${name}</a></li>`,
                )}
              </ul>`,
          )}
        </details>
      </nav>
      ${content}
    </div>`,
  })
}

import { catalog } from '@fiq/shared/catalog/catalog'
import { jsonOf } from '@fiq/shared/json'
import { html } from 'hono/html'
import { listAt, textAt } from '../bench/read-answer.ts'
import { docsSearch } from '../docs/docs-search.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'

/** Body of a refusal, the same on every surface. */
export type Refusal = {
  status: number
  code: string
  message: string
  facts: readonly string[]
  remedy: string
  /** `untouched`, `at-risk`, `spent` or `owed`. */
  funds: string
}

/** @returns `undefined` for a body that is not a refusal of this server. */
export function readRefusal(status: number, body: string): Refusal | undefined {
  const [error] = listAt(jsonOf(body), 'errors')
  const message = textAt(error, 'message')
  if (message === undefined) return undefined
  const facts = listAt(error, 'extensions', 'facts').filter((each) => typeof each === 'string')
  const textOf = (key: string) => textAt(error, 'extensions', key) ?? ''
  const [code, remedy, funds] = [textOf('code'), textOf('remedy'), textOf('funds')]
  return { status, code, message, facts: facts.filter((each) => each !== message), remedy, funds }
}

/** The state of the money, in words. */
const moneyWords: Readonly<Record<string, string>> = {
  untouched: 'Nothing was paid.',
  'at-risk': 'A payment may still settle. Send the same request again; do not sign another.',
  spent: 'The payment settled and bought its answer.',
  owed: 'The payment settled and the answer is owed to you. Send the same request again.',
}

/**
 * Draws a refusal as a page: the code, a plain sentence, the state of the money, the remedy.
 *
 * @param page - `program`: the response that a program gets; `request`: the id of the request.
 */
export function errorPage(
  refusal: Refusal,
  page: {
    facts: PageFacts
    style: string
    program: string
    /** Address of GraphiQL with the query of the request, for refused queries. */
    graphiql: string | undefined
    request: string
  },
): Markup {
  const { status, code, message, facts, remedy, funds } = refusal
  const { program, request } = page
  // The remedy of an unknown path names the description for programs.
  const advice =
    code === 'UNKNOWN_PATH'
      ? 'Check the address, or search the documentation.'
      : page.graphiql && status === 405
        ? 'Open GraphiQL: it shows the price of this query, and sends it by POST.'
        : remedy
  return layout({
    title: `${titleOf(status)}: fiq`,
    facts: page.facts,
    style: page.style,
    scripts: ['docs.js'],
    content: html`<div class="err">
      <div class="stack">
        <p class="code-no">${status} ${code}</p>
        <h1>${titleOf(status)}</h1>
        <p class="break">${message}</p>
        ${facts.map((fact) => html`<p class="break">${code === 'UNKNOWN_TOOL' ? withTools(fact) : linked(fact)}</p>`)}
        <dl class="receipt">
          <dt>Your money</dt>
          <dd>${moneyWords[funds] ?? 'Unknown: see the message above.'}</dd>
          ${advice ? html`<dt>What to do</dt><dd>${linked(advice)}</dd>` : ''}
          <dt>Request</dt>
          <dd><code>${request}</code></dd>
        </dl>
        ${status === 404 ? docsSearch() : ''}
        <p class="row">
          ${page.graphiql ? html`<a class="btn main" href="${page.graphiql}">Open GraphiQL</a>` : ''}
          <a class="${page.graphiql ? 'btn' : 'btn main'}" href="/">Home</a>
          <a class="btn" href="/#tools">Tools</a>
          <a class="btn" href="/docs">Docs</a>
        </p>
      </div>
      <div class="code">
        <p>
          <span>A program gets at the same address</span>
          <button class="btn sm scripted" type="button" data-copy>Copy</button>
        </p>
        <pre tabindex="0" role="region" aria-label="The refusal as JSON"><code>${program}</code></pre>
      </div>
    </div>`,
  })
}

const paths = /(\/(?:openapi\.json|docs|tools|sources|graphiql|account|admin)\b[\w/#-]*)/
const toolNames = new RegExp(`\\b(${catalog.map(({ name }) => name).join('|')})\\b`)

/** A text whose paths of this server are links. */
function linked(text: string): Markup {
  return withLinks(text, paths, (path) => path)
}

/** A text whose names of tools are links to their pages. */
function withTools(text: string): Markup {
  return withLinks(text, toolNames, (name) => `/tools/${name}`)
}

/** @param pattern - Its only group is the text of a link. */
function withLinks(text: string, pattern: RegExp, hrefOf: (part: string) => string): Markup {
  const parts = text.split(pattern)
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<a href="${hrefOf(part)}">${part}</a>` : part))}`
}

function titleOf(status: number): string {
  if (status === 404) return 'Page not found'
  if (status === 405) return 'This address accepts only POST'
  if (status === 429) return 'Too many requests'
  return status >= 500 ? 'The server could not answer' : 'The request cannot be answered'
}

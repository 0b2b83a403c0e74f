import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { html, raw } from 'hono/html'

/** Text that is escaped already. */
export type Markup = ReturnType<typeof html>

/** What all pages say. */
export type PageFacts = {
  version: string
  /** `sandbox`, `mirror` or `live`. */
  dataMode: string
  devnet: boolean
}

/** The frame of a page: title, the way around, what holds for all data. */
export function layout(page: {
  title: string
  facts: PageFacts
  content: Markup
  /** The text of its style sheet. */
  style: string
  /** Scripts below `/pages/`. */
  scripts?: readonly string[]
  /** Style sheets below `/pages/` for what scripts draw: the content is shown before they are here. */
  lateStyles?: readonly string[]
  /** The page has a way around of its own, or none. */
  bare?: boolean
}): Markup {
  const { title, facts, content, style, scripts = [], lateStyles = [], bare = false } = page
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${raw(style)}</style>
        ${scripts.map((file) => html`<script type="module" src="/pages/${file}"></script>`)}
      </head>
      <body>
        ${bare ? content : framed(content, facts)}
        <footer class="site">
          <div class="wide">
            ${disclaimers.map((text) => html`<p>${text}</p>`)}
            <p>fiq ${facts.version}</p>
          </div>
        </footer>
        ${lateStyles.map((file) => html`<link rel="stylesheet" href="/pages/${file}" />`)}
      </body>
    </html>`
}

/** Says on every page that figures are invented, where they are. */
export function sandboxWords({ dataMode, devnet }: PageFacts): string | undefined {
  if (dataMode !== 'sandbox' && !devnet) return undefined
  const data = dataMode === 'sandbox' ? 'All figures here are invented. ' : ''
  const money = devnet ? 'Payments are play money on an embedded chain.' : ''
  return `Sandbox. ${data}${money}`.trim()
}

function framed(content: Markup, facts: PageFacts): Markup {
  const words = sandboxWords(facts)
  return html`<a class="skip" href="#content">Skip to the content</a>
    <header class="site">
      <div class="wide">
        <a href="/"><strong>fiq</strong></a>
        <nav aria-label="Pages">
          <a href="/#catalog">Catalog</a>
          <a href="/#paying">Paying</a>
          <a href="/#sources">Sources</a>
          <a href="/graphiql">GraphiQL</a>
          <a href="/openapi.json">OpenAPI</a>
          <a href="/llms.txt">For agents</a>
        </nav>
      </div>
    </header>
    ${words ? html`<div class="banner"><div class="wide">${words}</div></div>` : ''}
    <main id="content" class="wide">${content}</main>`
}

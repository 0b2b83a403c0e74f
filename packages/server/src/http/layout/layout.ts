import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { html, raw } from 'hono/html'
import { icon, mark } from './mark.ts'

/** Markup whose text is already escaped. */
export type Markup = ReturnType<typeof html>

/** Facts that all pages show. */
export type PageFacts = {
  version: string
  /** `sandbox`, `mirror` or `live`. */
  dataMode: string
  devnet: boolean
}

/** Entries of the page header, in order. */
const destinations = [
  ['Tools', '/#tools'],
  ['Docs', '/docs'],
  ['Sources', '/sources'],
  ['GraphiQL', '/graphiql'],
  ['For agents', '/docs/proxy'],
] as const

/** Fonts that the first paint needs. */
const fonts = ['geist.woff2', 'geist-mono.woff2'] as const

/**
 * A page with the common header, sandbox notice and footer. The browser paints it when it has read
 * its footer: rows that arrive later would change the widths of table columns.
 */
export function layout(page: {
  title: string
  facts: PageFacts
  content: Markup
  /** The text of its style sheet. */
  style: string
  /** The entry of the header that this page belongs to. */
  current?: string
  /** End of the header: the signed-in account, or a link to sign in. */
  end?: Markup
  /** Scripts below `/pages/`. */
  scripts?: readonly string[]
  /**
   * Style sheets below `/pages/` for content drawn by scripts. They do not block the first paint.
   */
  lateStyles?: readonly string[]
  /** Whether the page has its own header and `main`. */
  bare?: boolean
  /** Whether its tables need the whole width of a large window. */
  isWide?: boolean
}): Markup {
  const {
    title,
    facts,
    content,
    style,
    scripts = [],
    lateStyles = [],
    bare = false,
    isWide = false,
  } = page
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        <link rel="expect" href="#end" blocking="render" />
        ${fonts.map(
          (file) =>
            html`<link rel="preload" href="/pages/${file}" as="font" type="font/woff2" crossorigin />`,
        )}
        <style>${raw(style)}</style>
        ${scripts.map((file) => html`<script type="module" src="/pages/${file}"></script>`)}
      </head>
      <body ${isWide ? raw('class="wide"') : ''}>
        <a class="btn skip" href="#content">Skip to the content</a>
        ${sandboxStrip(facts)} ${bare ? '' : pageHead(page)}
        ${bare ? content : html`<main id="content" class="wrap">${content}</main>`} ${pageFoot(facts)}
        ${lateStyles.map((file) => html`<link rel="stylesheet" href="/pages/${file}" />`)}
      </body>
    </html>`
}

/** A notice on every page that the figures are invented, or that the money is play money. */
export function sandboxStrip({ dataMode, devnet }: PageFacts): Markup | '' {
  const data = dataMode === 'sandbox' ? ['invented figures'] : []
  const money = devnet ? ['play money'] : []
  const words = [...data, ...money].join(', ')
  if (words === '') return ''
  return html`<aside class="strip" aria-label="Sandbox">
    <div class="wrap">
      <p>
        <b>Sandbox.</b> ${words[0]!.toUpperCase()}${words.slice(1)}.
        <a href="/docs/personal">Use real data</a>
      </p>
    </div>
  </aside>`
}

/** The head of every page, with the link of the current one marked. */
export function pageHead({
  current,
  end = html`<a class="btn sm" href="/account">Sign in</a>`,
}: {
  current?: string | undefined
  end?: Markup
}): Markup {
  return html`<header class="head">
    <div class="wrap">
      <a class="mark" href="/">
        ${raw(mark)}fiq</a>
      <nav class="nav" aria-label="Pages">
        ${destinations.map(
          ([name, href]) =>
            html`<a href="${href}" ${name === current ? raw('aria-current="page"') : ''}>${name}</a>`,
        )}
      </nav>
      <div class="end">${end}</div>
    </div>
  </header>`
}

/** The first paint waits for its last element: a footer without its text would move. */
function pageFoot({ version }: PageFacts): Markup {
  return html`<footer class="foot">
    <div class="wrap">
      <div>${disclaimers.map((text) => html`<p>${text}</p>`)}</div>
      <nav aria-label="For programs">
        <a href="/openapi.json">OpenAPI</a>
        <a href="/llms.txt">llms.txt</a>
        <a href="/api/v1/tariff">Tariff</a>
        <a href="/healthz">Health</a>
        <span>fiq ${version}</span>
      </nav>
    </div>
  </footer>
  <span id="end" hidden></span>`
}

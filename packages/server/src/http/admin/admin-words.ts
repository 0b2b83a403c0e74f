import { html } from 'hono/html'
import type { Markup } from '../layout/layout.ts'

/** Heading of a section, with its actions. */
export function section(id: string, title: string, tools: Markup, content: Markup): Markup {
  return html`<section class="section" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <div class="tools">${tools}</div>
    </header>
    ${content}
  </section>`
}

/** A link to the CSV file of a table. */
export function fileLink(name: string, query: Readonly<Record<string, string>> = {}): Markup {
  const search = new URLSearchParams(query).toString()
  const href = `/admin/files/${name}.csv${search === '' ? '' : `?${search}`}`
  return html`<a class="btn sm" href="${href}" download>CSV<span class="unseen"> of ${name}</span></a>`
}

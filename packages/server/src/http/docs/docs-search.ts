import { html } from 'hono/html'
import type { Markup } from '../layout/layout.ts'

/** The search of the documentation. The script `docs.js` fills it; without scripts it is hidden. */
export function docsSearch(): Markup {
  return html`<div class="scripted docs-search" role="search">
    <div class="search">
      <input class="input" type="search" data-search aria-label="Search the documentation" placeholder="Search" autocomplete="off" />
      <kbd aria-hidden="true">/</kbd>
    </div>
    <ul class="found" data-found hidden></ul>
    <p class="small muted" data-found-count role="status"></p>
  </div>`
}

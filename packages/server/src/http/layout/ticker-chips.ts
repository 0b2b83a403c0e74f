import { html, raw } from 'hono/html'
import type { Markup } from './layout.ts'

/**
 * A field of tickers, each with a button that removes it. It works without scripts: the form sends
 * the tickers as `name`, the typed text as `addName`, and a pressed button as `drop`.
 */
export function tickerChips(field: {
  id: string
  name: string
  addName: string
  tickers: readonly string[]
  /** Maximum number of tickers. */
  max: number
  /** Id of a help text. */
  describedBy?: string
}): Markup {
  const { id, name, addName, tickers, max, describedBy } = field
  return html`<div class="chips" data-chips="${name}" data-max="${max}">
    ${tickers.map((ticker) => chip(name, ticker))}
    <input id="${id}" name="${addName}" placeholder="Add a ticker" autocomplete="off" spellcheck="false" maxlength="2000" ${raw(describedBy ? `aria-describedby="${describedBy}"` : '')} />
  </div>
  <p class="small" role="alert" data-chips-problem></p>`
}

/** A chosen ticker as a form field, with a button that removes it. */
export function chip(name: string, ticker: string): Markup {
  return html`<span class="chip" data-ticker="${ticker}"><input type="hidden" name="${name}" value="${ticker}" />${ticker}<button name="drop" value="${ticker}" aria-label="Remove ${ticker}">&times;</button></span>`
}

/**
 * A hidden first button: Enter presses the first button of a form, which would remove a ticker.
 */
export function defaultButton(): Markup {
  return html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`
}

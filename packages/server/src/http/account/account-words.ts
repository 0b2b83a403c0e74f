import { html } from 'hono/html'
import type { Markup } from '../layout/layout.ts'
import { spans } from './account-data.ts'

/** A link to the CSV file of a table. */
export function csvLink(href: string, of: string): Markup {
  return html`<a class="btn sm" href="${href}" download>CSV<span class="unseen"> of ${of}</span></a>`
}

/** @example shortHex('0x2cbb…') // '0x2cbb…c0cb' */
export function shortHex(hex: string): string {
  return `${hex.slice(0, 6)}…${hex.slice(-4)}`
}

/** @example spanName(366) // '1 year' */
export function spanName(days: number): string {
  return spans.find(([span]) => span === days)?.[1] ?? `${days} days`
}

import { createHash } from 'node:crypto'
import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import type { FiqError } from '@fiq/shared/errors'
import { type HttpAnswer, retryableCodes, withFields } from '../http-answer.ts'

/** A page for a person who signs in: no script, no picture, nothing from elsewhere, in no frame. */
export function signInPage(
  status: number,
  { title, paragraphs }: { title: string; paragraphs: readonly Html[] },
): HttpAnswer {
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${escaped(title)}</h1>`,
    ...paragraphs.map(({ html }) => `<p>${html}</p>`),
    ...['</main><footer>', ...disclaimers.map((text) => `<p>${escaped(text)}</p>`)],
    '</footer></body></html>',
  ].join('\n')
  return { status, headers: pageHeaders, body }
}

/** Markup whose texts have been escaped. */
export type Html = { html: string }

/** @example html`Hello <b>${name}</b>` // the name is text, whatever it holds */
export function html(parts: TemplateStringsArray, ...texts: readonly string[]): Html {
  const markup = parts.map((part, place) =>
    place < texts.length ? part + escaped(texts[place]!) : part,
  )
  return { html: markup.join('') }
}

/** An error for a person. */
export function errorPage({ code, status, message, facts, remedy }: FiqError): HttpAnswer {
  const texts = [message, ...facts, remedy]
  const page = signInPage(status, {
    title: 'Not signed in',
    paragraphs: texts.map((text) => html`${text}`),
  })
  return retryableCodes.has(code) ? withFields(page, { 'retry-after': '1' }) : page
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main, footer { max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
footer { font-size: 0.9rem }
code { font: 1.05rem ui-monospace, monospace; overflow-wrap: anywhere; user-select: all }
`

const styleHash = createHash('sha256').update(style).digest('base64')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

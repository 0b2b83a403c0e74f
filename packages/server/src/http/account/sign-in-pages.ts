import type { FiqError } from '@fiq/shared/errors'
import { html } from 'hono/html'
import { type SignInProvider, signInProviders } from '../../config/sign-in-providers.ts'
import { type HttpAnswer, retryableCodes, withFields } from '../http-answer.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { pageHeaders } from '../layout/page-headers.ts'

/** Layout of the sign-in pages. */
export type SignInFrame = { facts: PageFacts; style: string }

/** A sign-in page: one panel, no external content, not allowed in a frame. */
export function signInPage(
  status: number,
  { title, content, scripts = [] }: { title: string; content: Markup; scripts?: readonly string[] },
  { facts, style }: SignInFrame,
): HttpAnswer {
  const body = layout({
    facts,
    style,
    scripts,
    title: `${title}: fiq`,
    content: html`<section class="panel one" aria-labelledby="sign-in-title">
      <header><h1 id="sign-in-title">${title}</h1></header>
      <div class="in stack">${content}</div>
    </section>`,
  })
  const headers = { ...pageHeaders(style), 'cache-control': 'private, no-store' }
  return { status, headers, body: String(body) }
}

/** An error page for a user. */
export function errorPage(
  { code, status, message, facts, remedy }: FiqError,
  frame: SignInFrame,
): HttpAnswer {
  const texts = [message, ...facts, remedy]
  const content = html`${texts.map((text) => html`<p>${text}</p>`)}`
  const page = signInPage(status, { title: 'Not signed in', content }, frame)
  return retryableCodes.has(code) ? withFields(page, { 'retry-after': '1' }) : page
}

/** The ways to sign in to the account page. The script finds the wallets of the browser. */
export function signInPanel(
  { providers, isDevnet }: { providers: readonly SignInProvider[]; isDevnet: boolean },
  frame: SignInFrame,
): HttpAnswer {
  return signInPage(
    200,
    {
      title: 'Sign in',
      scripts: ['account.js'],
      content: html`<p class="muted">
          Your keys, credits and usage. Paying for single queries needs no account.
        </p>
        <div class="stack" id="wallets" ${isDevnet ? html`data-play` : ''}>
          <button class="btn main scripted" type="button" disabled>Looking for a wallet…</button>
          <noscript><p>Signing in with a wallet needs JavaScript.</p></noscript>
        </div>
        ${providers.map(
          (name) =>
            html`<a class="btn" href="/auth/${name}?account=1">Continue with ${signInProviders[name].title}</a>`,
        )}
        <p class="small muted">
          The wallet signs a text that names this site. It sends nothing to the chain and pays nothing.
        </p>
        <p role="alert" id="problem"></p>`,
    },
    frame,
  )
}

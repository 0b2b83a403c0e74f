import { html } from 'hono/html'
import type { Markup, PageFacts } from '../layout/layout.ts'

/** A way to use the service, for one kind of reader. */
type Way = {
  title: string
  text: string
  /** Lines that the reader copies into a terminal. */
  commands: readonly string[]
  /** Lines that the last command prints. They are not copied. */
  output?: readonly string[]
  link: readonly [href: string, text: string]
}

/**
 * The ways to use the service: in a terminal, for agents, for applications.
 *
 * @param url - Address of the server, `https://…`.
 */
export function waysSection(url: string, facts: Pick<PageFacts, 'devnet'>): Markup {
  return html`<section class="section">
    <header>
      <h2>Three ways to use it</h2>
      <p class="small muted">The first two need the program <code>fiq</code>. <a href="/docs/start">Install it</a></p>
    </header>
    <div class="three">${waysOf(url, facts).map(wayOf)}</div>
  </section>`
}

function waysOf(url: string, { devnet }: Pick<PageFacts, 'devnet'>): readonly Way[] {
  return [
    {
      title: 'For yourself',
      text: 'A private server for this machine. No wallet, no price, real sources under their terms for personal use.',
      commands: ['fiq setup', 'fiq up', 'fiq quote AAPL'],
      link: ['/docs/personal', 'Start for yourself'],
    },
    {
      title: 'For your agents',
      text: 'A proxy that pays within a cap for each client. Larger prices wait for your approval. It cannot raise its own limit.',
      commands: [
        `fiq config set url ${url}`,
        devnet ? 'fiq wallet create --play && fiq wallet fund' : 'fiq wallet create',
        // The client of an agent has its name, and so the caps that are set for that name.
        'fiq proxy token add claude-code --cap 0.50/day',
        'fiq mcp install claude-code',
      ],
      link: ['/docs/proxy', 'Connect an agent'],
    },
    {
      title: 'For your application',
      text: 'Any x402 client pays by the request; an API key pays from credits. An unpaid request gets the price.',
      commands: [
        `curl -i ${url}/tools/quotes \\`,
        `  -H 'content-type: application/json' \\`,
        `  -d '{"tickers":["AAPL"]}'`,
      ],
      output: ['HTTP/1.1 402 Payment Required', 'payment-required: eyJ4NDAyVmVyc2lvbiI6…'],
      link: ['/docs/tools', 'Build on it'],
    },
  ]
}

function wayOf({ title, text, commands, output = [], link }: Way): Markup {
  return html`<article class="way">
    <h3>${title}</h3>
    <p>${text}</p>
    <div class="code">
      <p><span>Terminal</span><button class="btn sm scripted" type="button" data-copy>Copy</button></p>
      <pre tabindex="0" role="region" aria-label="${title}: commands"><code>${commands.join('\n')}</code>${
        output.length > 0 ? html`\n<span class="o">${output.join('\n')}</span>` : ''
      }</pre>
    </div>
    <a href="${link[0]}">${link[1]}</a>
  </article>`
}

import { html } from 'hono/html'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'

/** The empty page of operators; its script draws the content. */
export function adminPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin',
    facts,
    bare: true,
    isWide: true,
    style,
    scripts: ['admin.js'],
    content: html`<div id="admin">
        <main id="content" class="wrap">
          <h1>Operators</h1>
          <p class="lead">The page is loading.</p>
          <noscript><p>It needs JavaScript. The command line does not: fiq-server --help.</p></noscript>
        </main>
      </div>`,
  })
}

/** Response while no operator exists. There is no default account. */
export function notSetUpPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin: not set up',
    facts,
    style,
    content: html`<h1>Not set up</h1>
      <p class="lead">This server has no operators yet, and no default account.</p>
      <p>On the machine of the server, with its data folder or database, run:</p>
      <div class="code"><pre><code>fiq-server operators add NAME</code></pre></div>
      <p>It prints a sign-in link that is valid once, for ten minutes.</p>`,
  })
}

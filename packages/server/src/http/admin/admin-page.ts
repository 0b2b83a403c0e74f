import { html } from 'hono/html'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'

/** The frame that the page of operators is drawn into. */
export function adminPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin',
    facts,
    bare: true,
    style,
    scripts: ['admin.js'],
    content: html`<div id="admin">
        <main id="content" class="wide">
          <h1>Operators</h1>
          <p class="lead">The page is loading.</p>
          <noscript><p>It needs JavaScript. The command line does not: fiq-server --help.</p></noscript>
        </main>
      </div>`,
  })
}

/** Answer while there is no operator. There is no default account. */
export function notSetUpPage(facts: PageFacts, style: string): Markup {
  return layout({
    title: 'fiq admin: not set up',
    facts,
    style,
    content: html`<h1>Not set up</h1>
      <p class="lead">This server has no operators yet, and no default account.</p>
      <p>On the machine it runs on, with its data folder or database:</p>
      <pre><code>fiq-server operators add NAME</code></pre>
      <p>It prints a link that signs in once, within ten minutes.</p>`,
  })
}

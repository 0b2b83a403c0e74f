import { toolCommand } from '@fiq/shared/catalog/tool-command'
import { shellWord } from '@fiq/shared/shell-word'
import { html, raw } from 'hono/html'
import type { Markup } from '../layout/layout.ts'
import type { ToolVariables } from './tool-form.ts'

/** One way to make a call. */
export type Snippet = { name: string; title: string; text: string }

/** The same call for a terminal, HTTP, MCP and TypeScript. Safe to paste into a POSIX shell. */
export function snippetsOf(
  tool: string,
  variables: ToolVariables,
  origin: string,
): readonly Snippet[] {
  const input = JSON.stringify(variables)
  return [
    { name: 'fiq', title: 'Terminal', text: toolCommand(tool, variables) },
    {
      name: 'curl',
      title: 'Terminal',
      text: `curl -i ${origin}/tools/${tool} \\
  -H 'content-type: application/json' \\
  -d ${shellWord(input)}
# 402 with the quote; send it again with PAYMENT-SIGNATURE, or with an API key`,
    },
    {
      name: 'MCP',
      title: `tools/call at ${origin}/mcp`,
      text: JSON.stringify(
        { method: 'tools/call', params: { name: tool, arguments: variables } },
        null,
        2,
      ),
    },
    {
      name: 'TypeScript',
      title: 'with @x402/fetch',
      text: `import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'

// account: of a wallet, e.g. privateKeyToAccount of viem
const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account))
const pay = wrapFetchWithPayment(fetch, client)
const answer = await pay('${origin}/tools/${tool}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: ${JSON.stringify(JSON.stringify(variables))},
})
const { data, extensions } = await answer.json()`,
    },
  ]
}

/** Tabs that show one panel at a time. Without scripts all panels are visible. */
export function tabList(label: string, id: string, names: readonly string[]): Markup {
  return html`<div class="seg scripted" role="tablist" aria-label="${label}">
    ${names.map(
      (name, at) =>
        html`<button type="button" role="tab" id="${id}-t${at}" aria-controls="${id}-${at}" aria-selected="${String(at === 0)}" tabindex="${at === 0 ? 0 : -1}">${name}</button>`,
    )}
  </div>`
}

/** The content of a tab. Only the first one is shown at first. */
export function tabPanel(id: string, at: number, content: Markup): Markup {
  return html`<div role="tabpanel" id="${id}-${at}" aria-labelledby="${id}-t${at}" ${raw(at === 0 ? '' : 'hidden')}>${content}</div>`
}

/**
 * The same call in several languages, a tab for each.
 *
 * @param hasMore - Whether the page selects the currency, which the call does not.
 */
export function snippetsPanel(snippets: readonly Snippet[], hasMore: boolean): Markup {
  return html`<section class="panel tabbed" aria-labelledby="same">
    <header>
      <h2 id="same">The same call</h2>
      ${tabList(
        'The same call',
        'same',
        snippets.map(({ name }) => name),
      )}
    </header>
    ${snippets.map(({ name, title, text }, at) =>
      tabPanel(
        'same',
        at,
        html`<div class="code">
          <p><span>${title}</span><button class="btn sm scripted" type="button" data-copy>Copy</button></p>
          <pre tabindex="0" role="region" aria-label="${name}"><code data-snippet="${name}">${text}</code></pre>
        </div>`,
      ),
    )}
    ${hasMore ? html`<footer><span>This page also selects the currency, at the same price. <code>fiq quote</code> and <code>fiq history</code> show it too.</span></footer>` : ''}
  </section>`
}

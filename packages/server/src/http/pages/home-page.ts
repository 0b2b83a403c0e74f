import { catalog } from '@fiq/shared/catalog/catalog'
import type { Tool, ToolCategory } from '@fiq/shared/catalog/tool'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { amountMax, amountMin, atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { html } from 'hono/html'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { settingsOf } from '../../sources/sourced.ts'
import type { Trouble } from '../../upstreams/live/circuit-breaker.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'

/** What the front page is made of. */
export type HomeFacts = PageFacts & {
  payTo: string
  contract: Contract
  connectors: readonly Pick<Connector, 'area' | 'upstreams'>[]
  enabled(upstream: Upstream): boolean
  /** What failed last, by host and path. */
  troubles(): Troubles
}

type Troubles = readonly Pick<Trouble, 'operation' | 'failures'>[]

const categories: readonly [category: ToolCategory, title: string][] = [
  ['market', 'Market'],
  ['regulatory', 'Regulatory'],
  ['macro', 'Macro'],
]

/**
 * `/`: what this is, every tool with its price and a way to try it, how to pay, the sources.
 *
 * @returns The page for those who reach the server at that `https://…`.
 */
export function homePage(facts: HomeFacts, style: string): (url: string) => Markup {
  const tools = catalog.map((tool) => ({ ...tool, price: priceText(tool, facts.contract) }))
  return (url) =>
    layout({
      title: 'fiq: finance data by the query',
      facts,
      style,
      scripts: ['home.js'],
      content: html`
        <h1>Finance data, bought one query at a time</h1>
        <p class="lead">
          One GraphQL schema for market, regulatory and macro data, news and indicators. Every query
          is priced field by field before you pay, from ${formatUsdc(amountMin)} USDC, without a
          signup. Every value says where it comes from and how old it is.
        </p>
        <p class="buttons">
          <a class="button primary" href="/graphiql">Write a query</a>
          <a class="button" href="#tools">See the catalog</a>
        </p>
        <h2 id="tools">Catalog</h2>
        ${categories.map(
          ([category, title]) => html`<h3>${title}</h3>
            <div class="cards">
              ${tools.filter((tool) => tool.category === category).map((tool) => toolCard(tool, url))}
            </div>`,
        )}
        ${payingSection(facts, url)} ${sourcesSection(facts)}
      `,
    })
}

function toolCard(tool: Tool & { price: string }, url: string): Markup {
  const { name, summary, variables, query, price } = tool
  const input = JSON.stringify(variables)
  const inGraphiql = new URLSearchParams({
    query: pretty(query),
    variables: JSON.stringify(variables, null, 2),
  })
  return html`<article class="card" id="tool-${name}">
    <h4>${name} <span class="price">${price}</span></h4>
    <p>${summary}.</p>
    <details>
      <summary>Use it</summary>
      ${snippet('Terminal', `fiq tool ${name} '${input}'`)}
      ${snippet(
        'HTTP: answers 402 with the quote until it is paid',
        `curl -i ${url}/tools/${name} -H 'content-type: application/json' -d '${input}'`,
      )}
      ${snippet('MCP: tools/call', JSON.stringify({ name, arguments: variables }))}
    </details>
    <p class="buttons">
      <button type="button" data-try="${name}">Try it</button>
      <a class="button" href="/graphiql#${inGraphiql.toString()}">Open in GraphiQL</a>
    </p>
    <div class="result" aria-live="polite"></div>
  </article>`
}

function snippet(title: string, text: string): Markup {
  return html`<div class="command">
    <small>${title}</small>
    <pre tabindex="0"><code>${text}</code></pre>
    <button type="button" data-copy>Copy</button>
  </div>`
}

/** The example's price, as the server would quote it; words where this server has no source. */
function priceText({ query, variables }: Tool, contract: Contract): string {
  try {
    const { price } = priceRequest(contract, prepareOperation(contract, query), variables)
    return price.amount === 0n ? 'free' : `${formatUsdc(price.amount)} USDC`
  } catch {
    return 'not configured'
  }
}

/** A query on one line, broken after its braces. */
function pretty(query: string): string {
  let depth = 0
  return query
    .replace(/\s*([{}])\s*/g, (_, brace: string) => {
      depth += brace === '{' ? 1 : -1
      const indent = '  '.repeat(depth)
      return brace === '{' ? ` {\n${indent}` : `\n${indent}}`
    })
    .trim()
}

function payingSection({ payTo }: HomeFacts, url: string): Markup {
  return html`<h2 id="paying">Paying</h2>
    <ol>
      <li>Send a query without a payment: the answer is 402 with an itemised quote.</li>
      <li>
        Sign that amount of USDC (${formatUsdc(amountMin)} to ${formatUsdc(amountMax)}; one credit
        is ${formatUsdc(atomicPerCredit)}). A wallet signs one EIP-3009 transfer; nothing is
        approved beyond it.
      </li>
      <li>Send the same query with the signature. It is settled, then answered.</li>
      <li>
        If the answer is lost, send the same again: a settled payment buys one answer, as often as
        you ask for it. It is never charged twice.
      </li>
    </ol>
    <p>
      In the terminal <code>fiq</code> does this under a budget. Any x402 v2 client works. Without a
      wallet, use an API key with credits: <code>Authorization: Bearer …</code>.
    </p>
    <dl>
      <dt>Endpoint</dt>
      <dd><code>${url}/api/graphql</code>, <code>${url}/tools/&lt;name&gt;</code>, <code>${url}/mcp</code></dd>
      <dt>Network</dt>
      <dd><code>${usdcOnBase.network}</code>, USDC at <code>${usdcOnBase.asset}</code></dd>
      <dt>Paid to</dt>
      <dd><code>${payTo}</code></dd>
    </dl>`
}

function sourcesSection({ connectors, enabled, troubles, dataMode }: HomeFacts): Markup {
  const failing = troubles()
  const rows = [
    ...new Map(
      connectors.flatMap(({ upstreams }) => upstreams.map((each) => [each.id, each] as const)),
    ).values(),
  ]
  return html`<h2 id="sources">Sources</h2>
    <p>
      ${
        dataMode === 'sandbox'
          ? 'On the sandbox every source is imitated in its own format.'
          : 'Restricted sources are off until the operator has an agreement.'
      }
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Sources">
      <table>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Status</th>
            <th scope="col">Age of its data</th>
            <th scope="col">Licence</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (upstream) => html`<tr>
              <th scope="row">${upstream.name}</th>
              <td>${statusText(upstream, enabled(upstream), failing)}</td>
              <td>${upstream.delay}</td>
              <td>${upstream.licence.class}: ${upstream.licence.text}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

function turnedOnBy(upstream: Upstream): string {
  const settings = settingsOf(upstream)
  return `off; ${settings.join(' and ')} ${settings.length > 1 ? 'turn' : 'turns'} it on`
}

function statusText(upstream: Upstream, isOn: boolean, troubles: Troubles): string {
  const { hosts } = upstream
  if (!isOn) return turnedOnBy(upstream)
  const failures = troubles
    .filter(({ operation }) => hosts.some((host) => operation.startsWith(`${host}/`)))
    .map((trouble) => trouble.failures)
  return failures.length === 0 ? 'on' : `on; failed ${Math.max(...failures)} times in a row`
}

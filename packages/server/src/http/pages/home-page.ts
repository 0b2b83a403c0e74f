import type { Contract } from '@fiq/shared/pricing/price-request'
import { html } from 'hono/html'
import { marketClock } from '../../market-clock/market-clock.ts'
import { type CitedValue, citedValues } from '../bench/bench-answer.ts'
import {
  availableLines,
  type BenchQuery,
  benchOperation,
  firstBenchQuery,
  type PricedBench,
  priceBench,
} from '../bench/bench-query.ts'
import type { PageOperation, SampleAnswer } from '../bench/sample-answers.ts'
import { usdcText } from '../charts/figures.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { benchPanel, readBench } from './home-bench.ts'
import { catalogSection } from './home-catalog.ts'
import { waysSection } from './home-ways.ts'
import { type SourceFacts, sourceStatus } from './source-status.ts'

/** Parts of the pages. */
export type SiteFacts = PageFacts &
  SourceFacts & {
    payTo: string
    contract: Contract
    nowMs(): number
    /** Sandbox answers to the fixed operations of pages. Other servers show no answer for free. */
    sample?: ((operation: PageOperation) => Promise<SampleAnswer>) | undefined
  }

/**
 * `/`: a query with its price and its answer, the ways to use it, every tool with the price of a
 * typical call, and the state of the service.
 *
 * @returns The page for an address `https://…` of the server, with the given query.
 */
export function homePage(
  facts: SiteFacts,
  style: string,
): (url: string, search: URLSearchParams) => Promise<Markup> {
  const lines = availableLines(facts.contract)
  const catalogPart = catalogSection(facts.contract)
  const first = {
    ...firstBenchQuery,
    lines: firstBenchQuery.lines.filter((each) => lines.includes(each)),
  }
  const pricedOf = (query: BenchQuery) =>
    lines.length > 0 ? priceBench(facts.contract, query, lines) : undefined
  // Most requests have the default query, so its price is computed once.
  const firstPriced = pricedOf(first)
  const sampleOf = async () =>
    lines.length > 0 ? facts.sample?.(benchOperation(first)).catch(() => undefined) : undefined
  return async (url, search) => {
    const sample = await sampleOf()
    const query: BenchQuery = search.has('edited') ? readBench(search) : first
    const priced = query === first ? firstPriced : pricedOf(query)
    const money = facts.devnet ? 'Paid with play money' : 'USDC on Base'
    return layout({
      title: 'fiq: finance data, priced by the field',
      facts,
      style,
      scripts: ['home.js'],
      content: html`<div class="hero">
          <h1 class="display">Finance data, priced by the&nbsp;field.</h1>
          <p>
            <b>Quotes, filings, sanctions, macro series and thirty areas of a company in one GraphQL
            schema.</b> For people, agents and applications. You see what each line costs before
            anything is fetched, and need no account.
          </p>
        </div>
        ${priced ? benchPanel({ query, priced, sample, money }) : ''} ${waysSection(url, facts)}
        ${checksSection(facts, priced, sample)} ${catalogPart} ${statusSection(facts)}`,
    })
  }
}

function checksSection(
  { contract }: SiteFacts,
  priced: PricedBench | undefined,
  sample: SampleAnswer | undefined,
): Markup {
  const values = citedValues(sample?.body)
  return html`<section class="section">
    <header><h2>What you can check yourself</h2></header>
    <div class="three">
      ${priced ? pricedTwice(priced, contract.tariff.version) : ''} ${paidOnce()}
      ${values.length > 0 ? sourcesOf(values) : ''}
    </div>
  </section>`
}

function pricedTwice({ price }: PricedBench, version: string): Markup {
  const amounts = html`<td class="num">${price.credits}</td><td class="num">${usdcText(price.amount)}</td>`
  return proof({
    title: 'The price is computed twice',
    text: 'Your client works it out from the same query and public tariff before it signs.',
    caption: 'Price by server and client',
    heads: html`<th scope="col">Computed by</th><th scope="col" class="num">Credits</th><th scope="col" class="num">USDC</th>`,
    rows: html`<tr><th scope="row">the server, tariff ${version.slice(0, 8)}</th>${amounts}</tr>
      <tr><th scope="row">your client</th>${amounts}</tr>
      <tr><th scope="row">if they differ</th><td class="num" colspan="2"><code>QUOTE_MISMATCH</code>, not signed</td></tr>`,
  })
}

function paidOnce(): Markup {
  return proof({
    title: 'One payment, one answer',
    text: 'A payment is written down before it is sent. The same signature is sent again; a second is never made.',
    caption: 'A payment whose answer was lost',
    heads: html`<th scope="col">Step</th><th scope="col">Your money</th>`,
    rows: html`<tr><th scope="row">signed, on your disk</th><td>untouched</td></tr>
      <tr><th scope="row">settled; the connection breaks</th><td>spent, an answer is owed</td></tr>
      <tr><th scope="row">the same request again</th><td>answered, nothing paid</td></tr>`,
  })
}

function sourcesOf(values: readonly CitedValue[]): Markup {
  return proof({
    title: 'Each value says where it is from',
    text: 'Source, time and licence come with the answer. What no source has is an error, never a guess.',
    caption: 'Sources of the answer above',
    heads: html`<th scope="col">Value</th><th scope="col">Source</th><th scope="col">As of</th>`,
    rows: html`${values.slice(0, 3).map(
      ({ name, source, asOf }) => html`<tr>
        <th scope="row">${name}</th>
        <td>${source}</td>
        <td class="nowrap">${asOf?.slice(0, 10) ?? 'unknown'}</td>
      </tr>`,
    )}`,
  })
}

function proof(parts: {
  title: string
  text: string
  caption: string
  heads: Markup
  rows: Markup
}): Markup {
  const { title, text, caption, heads, rows } = parts
  return html`<article class="proof">
    <h3>${title}</h3>
    <p>${text}</p>
    <div class="panel">
      <table>
        <caption class="unseen">${caption}</caption>
        <thead><tr>${heads}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  </article>`
}

function statusSection(facts: SiteFacts): Markup {
  const all = sourceStatus(facts)
  const countOf = (state: string) => all.filter((each) => each.state === state).length
  const nowMs = facts.nowMs()
  const { isOpen, nextOpen, nextClose } = marketClock(new Date(nowMs))
  const timeOf = (text: string) => {
    const time = new Date(text).toUTCString()
    return `${time.slice(0, 3)} ${time.slice(17, 22)} UTC`
  }
  return html`<section class="section">
    <header><h2>Now</h2><a class="small" href="/sources">All sources</a></header>
    <dl class="figures">
      ${figure('Service', html`<span class="tag">answering</span>`, `checked ${new Date(nowMs).toISOString().slice(11, 16)} UTC`)}
      ${figure(
        'Sources on',
        html`${countOf('on') + countOf('failing')} <small>of ${all.length}</small>`,
        `${countOf('failing')} failing, ${countOf('off')} off`,
      )}
      ${figure('Data', html`${dataWords(facts)}`, `tariff ${facts.contract.tariff.version.slice(0, 8)}`)}
      ${figure(
        'US market',
        html`${isOpen ? 'open' : 'closed'}`,
        isOpen ? `closes ${timeOf(nextClose)}` : `opens ${timeOf(nextOpen)}`,
      )}
    </dl>
  </section>`
}

function dataWords({ dataMode }: PageFacts): string {
  return dataMode === 'sandbox' ? 'invented' : dataMode
}

function figure(name: string, value: Markup, more: string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd><dd>${more}</dd></div>`
}

import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { foldRows, rowAmount } from '@fiq/shared/payment/quote'
import type { Price } from '@fiq/shared/pricing/price-plan'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { amountMin, atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { html, raw } from 'hono/html'
import type { SampleAnswer } from '../bench/sample-answers.ts'
import { timeText, usdcText } from '../charts/figures.ts'
import { layout, type Markup, type PageFacts } from '../layout/layout.ts'
import { defaultButton } from '../layout/ticker-chips.ts'
import { graphiqlAddress } from './graphiql-address.ts'
import { addsCurrency, pageQuery } from './page-query.ts'
import { snippetsOf, snippetsPanel } from './snippets.ts'
import { toolAnswer } from './tool-answer.ts'
import { type ToolVariables, toolFields } from './tool-form.ts'

/** The price of a call, or the reason why it has none. */
export type PricedCall = { price: Price } | { problem: string }

/** Prices a call with the inputs of its form. */
export function priceCall(
  contract: Contract,
  { query }: Tool,
  variables: ToolVariables,
): PricedCall {
  try {
    return { price: priceRequest(contract, prepareOperation(contract, query), variables).price }
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return {
      problem: [error.message, ...error.facts.filter((fact) => fact !== error.message)].join(' '),
    }
  }
}

const categories = { market: 'Market', regulatory: 'Regulatory', macro: 'Macro' } as const

/**
 * `/tools/<name>` in a browser: a form, its price, the answer, and the same call for other clients.
 */
export function toolPage(page: {
  tool: Tool
  variables: ToolVariables
  facts: PageFacts & { contract: Contract }
  style: string
  /** `https://…` of this server. */
  origin: string
  /** The answer to these variables, if the server shows one for free. */
  sample: SampleAnswer | undefined
}): Markup {
  const { tool, variables, facts, style, origin, sample } = page
  const { name, summary, category } = tool
  const rate = facts.contract.tariff.rates[`Query.${name}`]
  return layout({
    title: `${name}: fiq`,
    facts,
    style,
    current: 'Tools',
    scripts: ['tool.js'],
    content: html`<nav class="crumbs" aria-label="Where this is"><a href="/#tools">Tools</a> / ${categories[category]}</nav>
      <div class="title">
        <div><h1 class="mono">${name}</h1><p>${summary}.</p></div>
        <div class="row"><a href="/docs/tools#${name.toLowerCase()}">Documentation</a></div>
      </div>
      <div class="try" data-tool="${name}">
        <form aria-label="Input of ${name}" action="/tools/${name}">
          ${defaultButton()}
          <input type="hidden" name="edited" value="1" />
          ${toolFields(tool, variables, rate)}
          <div data-price>${priceTable(priceCall(facts.contract, tool, variables))}</div>
          <p class="small muted">Nothing is fetched before payment. The minimum price is ${formatUsdc(amountMin)} USDC.</p>
          <div class="row">
            <button class="btn main scripted" data-pay>${payText(priceCall(facts.contract, tool, variables))}</button>
            <button class="btn main unscripted">Show the price</button>
            <a class="btn" href="${graphiqlAddress({ query: pageQuery(tool), variables })}" data-graphiql>GraphiQL</a>
          </div>
          <p class="small down" role="alert" data-problem hidden></p>
        </form>
        <div class="stack">
          <section class="panel tabbed" aria-label="Result" data-result>
            ${sample ? toolAnswer(tool, sample.body) : html`<p class="in muted">The answer appears here.</p>`}
          </section>
          <section class="panel" aria-labelledby="receipt">
            <header>
              <h2 id="receipt">Receipt</h2>
              <span class="tag off" data-receipt-state>${sample ? 'a sample' : 'nothing bought yet'}</span>
            </header>
            <div class="in" data-receipt>
              <p class="muted">${sample ? `Invented figures of ${timeText(sample.atMs)}. Nothing was paid.` : 'Your payments and what they bought are listed here.'}</p>
            </div>
          </section>
          ${snippetsPanel(snippetsOf(name, variables, origin), addsCurrency(tool))}
        </div>
      </div>`,
  })
}

/** @example 'Pay 0.015 USDC and run' */
export function payText(priced: PricedCall): string {
  if ('problem' in priced) return 'Check the inputs'
  return priced.price.amount === 0n
    ? 'Run, free'
    : `Pay ${formatUsdc(priced.price.amount)} USDC and run`
}

/** The price column of a call. Its rows add up to the total. */
export function priceTable(priced: PricedCall): Markup {
  if ('problem' in priced) return html`<p class="small down" role="alert">${priced.problem}</p>`
  const { rows, credits, amount } = priced.price
  const folded = foldRows(rows)
  return html`<table class="ledger">
    <caption class="unseen">Price of this call</caption>
    <thead>
      <tr><th scope="col">Field</th><th scope="col" class="num">Times</th><th scope="col" class="num">Credits</th><th scope="col" class="num">USDC</th></tr>
    </thead>
    <tbody>
      ${folded.map((row) => {
        const [path, times, rowCredits, fixed] = row
        const value = rowAmount(row, atomicPerCredit)
        const root = path.split('.')[0]!
        // Below the row of its root field, a field needs only the rest of its path.
        const isSub = root !== path && folded.some(([other]) => other === root)
        return html`<tr class="${isSub ? 'sub' : ''}">
          <th scope="row">${isSub ? path.slice(root.length + 1) : path}</th>
          <td class="num">${fixed === undefined ? times : ''}</td>
          <td class="num">${String(rowCredits).replace('-', '−')}</td>
          <td class="num">${raw(value < 0n ? '−' : '')}${usdcText(value < 0n ? -value : value)}</td>
        </tr>`
      })}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td></td>
        <td class="num">${credits}</td>
        <td class="num price">${usdcText(amount)}</td>
      </tr>
    </tfoot>
  </table>`
}

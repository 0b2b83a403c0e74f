import { amountMin } from '@fiq/shared/pricing/tariff'
import { html, raw } from 'hono/html'
import { benchAnswer } from '../bench/bench-answer.ts'
import {
  type BenchQuery,
  benchOperation,
  benchTickers,
  benchTickersMax,
  firstBenchQuery,
  type PricedBench,
  type PricedLine,
} from '../bench/bench-query.ts'
import type { SampleAnswer } from '../bench/sample-answers.ts'
import { timeText, usdcText } from '../charts/figures.ts'
import type { Markup } from '../layout/layout.ts'
import { defaultButton, tickerChips } from '../layout/ticker-chips.ts'
import { graphiqlAddress } from '../tool-page/graphiql-address.ts'

/**
 * Reads the example query from the form, so that the page works without scripts:
 * `/?edited=1&t=AAPL&add=MSFT&drop=AAPL&line=market`.
 */
export function readBench(search: URLSearchParams): BenchQuery {
  if (!search.has('edited')) return firstBenchQuery
  const dropped = search.get('drop')
  const tickers = benchTickers([
    ...search.getAll('t').slice(0, 50),
    search.get('add') ?? '',
  ]).filter((ticker) => ticker !== dropped)
  return {
    tickers: tickers.length > 0 ? tickers : firstBenchQuery.tickers,
    lines: search.getAll('line').slice(0, 50),
  }
}

/** Draws the example query, its price part by part, and its answer. */
export function benchPanel(parts: {
  query: BenchQuery
  priced: PricedBench
  sample: SampleAnswer | undefined
  money: string
}): Markup {
  const { query, priced, sample, money } = parts
  const amount = usdcText(priced.price.amount)
  return html`<section class="panel" id="bench" aria-label="A query, its price and its answer">
    <div class="bench">
      <form class="ask" action="/#bench" aria-label="Query" data-bench>
        ${defaultButton()}
        <input type="hidden" name="edited" value="1" />
        <div class="field">
          <label for="tickers">Companies</label>
          ${tickerChips({ id: 'tickers', name: 't', addName: 'add', tickers: query.tickers, max: benchTickersMax })}
        </div>
        <table class="ledger">
          <caption class="unseen">The query, and what each line costs</caption>
          <thead>
            <tr><th scope="col">Query</th><th scope="col" class="num">Times</th><th scope="col" class="num">USDC</th></tr>
          </thead>
          <tbody>
            ${priced.lines.map(ledgerLine)}
            <tr data-rest ${raw(priced.rest.length === 0 ? 'hidden' : '')}>
              <th scope="row">${priced.rest[0]?.label ?? 'minimum'}</th>
              <td></td>
              <td class="num" data-usdc>${usdcText(priced.rest[0]?.amount ?? 0n)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" data-credits>${priced.price.credits} credits</th>
              <td></td>
              <td class="num price" data-sum aria-live="polite">${amount}</td>
            </tr>
          </tfoot>
        </table>
        <div class="row">
          <button class="btn main scripted" type="button" data-pay>Pay ${amount} USDC</button>
          <button class="btn main unscripted">Show the price</button>
          <a class="btn" href="${graphiqlAddress(benchOperation(query))}" data-graphiql>Edit in GraphiQL</a>
        </div>
        <p class="small muted">Nothing is fetched before it is paid. No query costs less than ${usdcText(amountMin)}.</p>
        <p class="small down" role="alert" data-problem hidden></p>
      </form>
      <div class="answer" data-answer>${sample ? benchAnswer(sample.body) : noSample()}</div>
    </div>
    <footer>
      <span data-state aria-live="polite">${sample ? `Sample of ${timeText(sample.atMs)}` : 'Nothing was bought yet'}</span>
      <span data-paid>${sample ? 'Invented figures, nothing was paid' : money}</span>
    </footer>
  </section>`
}

function ledgerLine({ name, label, path, isChosen, times, amount }: PricedLine): Markup {
  const isFixed = name === 'entities'
  const classes = [path.includes('.') ? 'sub' : '', isChosen ? '' : 'without'].join(' ').trim()
  const state = `${isChosen ? 'checked' : ''} ${isFixed ? 'disabled' : ''}`
  return html`<tr class="${classes}">
    <th scope="row">
      <label><input type="checkbox" name="line" value="${name}" ${raw(state)} /><code>${label}</code></label>
    </th>
    <td class="num" data-times>${times}</td>
    <td class="num" data-usdc>${usdcText(amount)}</td>
  </tr>`
}

/** Text in place of a sample: a server that sells real data shows none for free. */
function noSample(): Markup {
  return html`<h2>The answer appears here</h2>
    <p class="muted">
      A chart of the year, and a row for each company. Every column names its source and its age.
    </p>
    <p class="muted">
      Nobody's figures are given away, so this server shows none before they are paid. A sandbox
      (<code>fiq-server start</code>) answers with invented figures for play money.
    </p>`
}

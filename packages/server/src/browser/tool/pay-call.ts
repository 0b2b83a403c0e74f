import { formatUsdc } from '@fiq/shared/money/usdc'
import { html } from 'hono/html'
import { timeText } from '../../http/charts/figures.ts'
import { pageQuery } from '../../http/tool-page/page-query.ts'
import { toolAnswer } from '../../http/tool-page/tool-answer.ts'
import { answerProblem, missingParts } from '../paying/answer-problem.ts'
import { errorText } from '../paying/error-text.ts'
import { pagePaying } from '../paying/page-paying.tsx'
import type { Purchase } from '../paying/purchases.ts'
import { queryAndPay } from '../paying/query-and-pay.ts'
import { markTickers } from '../ticker-chips.ts'
import { callOf } from './price-call.ts'
import { showRows } from './save-csv.ts'

/** Quotes, asks for approval, pays; then shows the answer and its receipt. */
export async function payCall(place: HTMLElement): Promise<void> {
  const problem = place.querySelector<HTMLElement>('[data-problem]')!
  const result = place.querySelector<HTMLElement>('[data-result]')!
  const form = place.querySelector('form')!
  const showProblem = (text = '') => {
    problem.textContent = text
    problem.hidden = text === ''
    markTickers(form, text)
  }
  showProblem()
  result.ariaBusy = 'true'
  try {
    const { tool, variables } = callOf(place)
    const session = await pagePaying()
    const operation = { query: pageQuery(tool), variables }
    const { body, purchase } = await queryAndPay(
      operation,
      session.ports,
      session.apiKey() || undefined,
    )
    const reason = answerProblem(body)
    if (reason !== undefined) throw new Error(reason)
    result.innerHTML = String(toolAnswer(tool, body))
    showRows(tool, body)
    const state = place.querySelector('[data-receipt-state]')!
    state.className = 'tag'
    state.textContent = 'answered'
    place.querySelector('[data-receipt]')!.innerHTML = String(
      receiptOf(purchase, session.money, session.lastTookMs()),
    )
    showProblem(missingParts(body))
  } catch (thrown) {
    showProblem(errorText(thrown))
  } finally {
    result.ariaBusy = 'false'
  }
}

function receiptOf(purchase: Purchase | undefined, money: string, tookMs: number) {
  if (!purchase) return html`<p class="muted">Free: nothing was paid.</p>`
  const { amount, credits, at, transaction } = purchase
  const paid = credits === undefined ? `${formatUsdc(BigInt(amount))} USDC` : `${credits} credits`
  return html`<dl class="receipt">
    <dt>Paid</dt>
    <dd><span class="price">${paid}</span>${money && credits === undefined ? `, ${money}` : ''}, ${timeText(Date.parse(at))}</dd>
    ${transaction ? html`<dt>Transaction</dt><dd><code>${transaction}</code></dd>` : ''}
    <dt>Answered</dt>
    <dd>in ${tookMs} ms. The price was computed here and was the same.</dd>
    <dt>Again</dt>
    <dd>This purchase is stored in this browser: <a href="/graphiql">Spending</a> shows it.</dd>
  </dl>`
}

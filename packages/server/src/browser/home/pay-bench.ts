import { benchAnswer } from '../../http/bench/bench-answer.ts'
import { benchOperation } from '../../http/bench/bench-query.ts'
import { timeText } from '../../http/charts/figures.ts'
import { answerProblem } from '../paying/answer-problem.ts'
import { errorText } from '../paying/error-text.ts'
import { pagePaying } from '../paying/page-paying.tsx'
import { queryAndPay } from '../paying/query-and-pay.ts'
import { receiptText } from '../paying/receipt-text.ts'
import { benchQueryOf } from './price-bench.ts'

/** Quotes, asks for approval, pays, then replaces the answer. */
export async function payBench(form: HTMLFormElement): Promise<void> {
  const panel = form.closest('section')
  const problem = form.querySelector<HTMLElement>('[data-problem]')
  if (!panel || !problem) return
  problem.hidden = true
  try {
    const session = await pagePaying()
    const { body, purchase } = await queryAndPay(
      benchOperation(benchQueryOf(form)),
      session.ports,
      session.apiKey() || undefined,
    )
    const reason = answerProblem(body)
    if (reason !== undefined) throw new Error(reason)
    // The markup escapes every text of the answer.
    panel.querySelector('[data-answer]')!.innerHTML = String(benchAnswer(body))
    const at = timeText(session.ports.nowMs())
    panel.querySelector('[data-state]')!.textContent =
      `Answered ${at} in ${session.lastTookMs()} ms`
    panel.querySelector('[data-paid]')!.textContent = receiptText(purchase, session.money)
  } catch (thrown) {
    problem.textContent = errorText(thrown)
    problem.hidden = false
  }
}

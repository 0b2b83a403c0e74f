import { formatUsdc } from '@fiq/shared/money/usdc'
import { benchAnswer } from '../../http/bench/bench-answer.ts'
import { benchOperation } from '../../http/bench/bench-query.ts'
import { timeText } from '../../http/charts/figures.ts'
import { answerProblem } from '../paying/answer-problem.ts'
import { errorText } from '../paying/error-text.ts'
import { pagePaying } from '../paying/page-paying.tsx'
import type { Purchase } from '../paying/purchases.ts'
import { queryAndPay } from '../paying/query-and-pay.ts'
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

/** The cost of an answer in one line. @param money - `play money`, or empty for real money. */
export function receiptText(purchase: Purchase | undefined, money: string): string {
  if (!purchase) return 'Free'
  const { amount, credits, transaction } = purchase
  if (credits !== undefined) return `Paid ${credits} credits`
  const paid = `Paid ${formatUsdc(BigInt(amount))} USDC`
  return [paid, money, transaction && shortened(transaction)].filter(Boolean).join(', ')
}

/** @example shortened('0x796a8b3a00…696447') // '0x796a8b3a…696447' */
function shortened(transaction: string): string {
  return `${transaction.slice(0, 10)}…${transaction.slice(-6)}`
}

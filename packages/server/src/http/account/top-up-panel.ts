import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import { html, raw } from 'hono/html'
import { grouped } from '../layout/count-words.ts'
import type { Markup } from '../layout/layout.ts'

const topUpDefault = '5'

/**
 * A form that buys the whole credits that the amount covers. The rest is not paid. The button is
 * disabled until its script is loaded.
 */
export function topUpPanel(): Markup {
  const most = parseUsdc(topUpDefault)
  const { credits, amount } = wholeCreditsFor(most)
  return html`<section class="panel" aria-labelledby="top-up">
    <header><h2 id="top-up">Top up</h2></header>
    <form class="in stack" method="dialog" id="top-up-form">
      <fieldset class="field">
        <legend>For at most, USDC</legend>
        <div class="seg">
          ${['1', '5', '20'].map(
            (usdc) =>
              html`<label><input type="radio" name="most" value="${usdc}" ${usdc === topUpDefault ? raw('checked') : ''} />${usdc}</label>`,
          )}
          <label><input type="radio" name="most" value="other" />Other</label>
        </div>
      </fieldset>
      <label class="field" id="top-up-other" hidden><span class="small">Amount, 0.015 to 10,000 USDC</span
        ><input class="input" name="other" inputmode="decimal" autocomplete="off" maxlength="20" aria-describedby="top-up-problem" /></label>
      <table class="ledger">
        <caption class="unseen">What is bought</caption>
        <tbody>
          <tr>
            <th scope="row" id="top-up-credits">${grouped(credits)} credits</th>
            <td class="num">at 0.003</td>
            <td class="num" id="top-up-amount">${formatUsdc(amount)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">You pay</th>
            <td></td>
            <td class="num price" id="top-up-sum">${formatUsdc(amount)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="small muted">
        Whole credits for at most what you name. The <span id="top-up-rest">${formatUsdc(most - amount)}</span> USDC left over stay with you.
      </p>
      <button class="btn main" type="submit" id="top-up-pay" disabled>Pay ${formatUsdc(amount)} USDC</button>
      <p role="alert" class="small" id="top-up-problem"></p>
    </form>
  </section>`
}

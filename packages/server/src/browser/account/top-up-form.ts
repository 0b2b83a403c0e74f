import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import { enableAgain } from '../enable-again.ts'

/** Smallest and largest top-up, atomic units. */
const [least, most] = [15_000n, 10_000_000_000n]

/** Texts about the credits for an amount; `undefined` if the amount is out of bounds. */
export function topUpTexts(
  text: string,
): { credits: string; amount: string; rest: string } | undefined {
  try {
    const given = parseUsdc(text.trim())
    if (given < least || given > most) return undefined
    const { credits, amount } = wholeCreditsFor(given)
    return {
      credits: `${credits.toLocaleString('en-US')} credits`,
      amount: formatUsdc(amount),
      rest: formatUsdc(given - amount),
    }
  } catch {
    return undefined
  }
}

/** Shows the credits for the chosen amount, and buys them. */
export function enhanceTopUp(account: HTMLElement): void {
  const form = account.querySelector<HTMLFormElement>('#top-up-form')
  if (!form) return
  const part = (name: string) => account.querySelector<HTMLElement>(`#top-up-${name}`)!
  const button = part('pay') as HTMLButtonElement
  const other = form.querySelector<HTMLInputElement>('[name=other]')!
  const chosen = () => {
    const fields = new FormData(form)
    const of = String(fields.get('most'))
    return of === 'other' ? String(fields.get('other')) : of
  }
  const show = () => {
    part('other').hidden = new FormData(form).get('most') !== 'other'
    const texts = topUpTexts(chosen())
    button.disabled = !texts
    const isFault = !texts && chosen() !== ''
    other.ariaInvalid = String(isFault)
    part('problem').textContent = isFault ? 'Enter an amount of 0.015 to 10,000 USDC.' : ''
    if (!texts) return
    part('credits').textContent = texts.credits
    part('amount').textContent = texts.amount
    part('sum').textContent = texts.amount
    part('rest').textContent = texts.rest
    button.textContent = `Pay ${texts.amount} USDC`
  }
  form.addEventListener('input', show)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    try {
      const { payTopUp } = await import('./pay-top-up.ts')
      const { organisation = '', csrf = '' } = account.dataset
      await payTopUp({ amountUsd: chosen(), organisation }, csrf)
      window.location.reload()
    } catch (thrown) {
      const { errorText } = await import('../paying/error-text.ts')
      part('problem').textContent = errorText(thrown)
      enableAgain(button)
    }
  })
  // The browser may have restored a choice after a reload.
  show()
}

import { startCopyButtons } from '../copy-buttons.ts'
import { enableAgain } from '../enable-again.ts'

startCopyButtons()
const form = document.querySelector<HTMLFormElement>('form[data-bench]')
if (form) startBench(form)

/**
 * The form works without this script, which updates its price after each edit. Loads the pricing
 * code while the page is idle, and the paying code at the first payment.
 */
function startBench(bench: HTMLFormElement): void {
  const pricing = () => import('./price-bench.ts')
  const update = async () => (await pricing()).updatePrice(bench)
  const schedule = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  schedule(() => void pricing())

  bench.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'line') void update()
  })
  bench.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = event.submitter
    const { addCompanies, removeTicker } = await pricing()
    if (button instanceof HTMLButtonElement && button.name === 'drop')
      removeTicker(bench, button.value)
    else addCompanies(bench)
    await update()
  })
  bench.querySelector('[data-pay]')?.addEventListener('click', async ({ currentTarget }) => {
    const button = currentTarget as HTMLButtonElement
    button.disabled = true
    const { addCompanies, hasLeftWords } = await pricing()
    if (addCompanies(bench)) await update()
    // The user would pay for less than the field shows.
    if (hasLeftWords(bench)) return enableAgain(button)
    const { payBench } = await import('./pay-bench.ts')
    await payBench(bench)
    enableAgain(button)
  })
}

import { startCopyButtons } from '../copy-buttons.ts'
import { enableAgain } from '../enable-again.ts'
import { startTabs } from './tabs.ts'

startCopyButtons()
startTabs()

/**
 * The form works without this script, which updates its price after each edit and can pay for the
 * call.
 */
const place = document.querySelector<HTMLElement>('[data-tool]')
const form = place?.querySelector('form')
if (place && form) {
  const call = () => import('./price-call.ts')
  const schedule = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  schedule(() => void call())
  form.addEventListener('input', async () => (await call()).updateCall(place))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector<HTMLButtonElement>('[data-pay]')
    if (!button || button.disabled) return
    button.disabled = true
    const { payCall } = await import('./pay-call.ts')
    await payCall(place)
    enableAgain(button)
  })
  place.addEventListener('click', async ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-csv]')) return
    const { saveCsv } = await import('./save-csv.ts')
    saveCsv(place)
  })
}

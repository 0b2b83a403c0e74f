import { startCopyButtons } from '../copy-buttons.ts'
import { enableAgain } from '../enable-again.ts'

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
  form.addEventListener('input', async ({ target }) => {
    const { addTyped, updateCall } = await call()
    if (/[\s,;]$/.test(typedIn(target))) addTyped(form)
    updateCall(place)
  })
  form.addEventListener('focusout', async ({ target }) => {
    if (typedIn(target) !== '') (await call()).addTyped(form)
  })
  form.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter' || typedIn(event.target) === '') return
    event.preventDefault()
    ;(await call()).addTyped(form)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (event.submitter instanceof HTMLButtonElement && event.submitter.name === 'drop') {
      const { removeTicker, updateCall } = await call()
      removeTicker(form, event.submitter.value)
      return updateCall(place)
    }
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

/** The text in the field of tickers; empty for other fields. */
function typedIn(target: EventTarget | null): string {
  const isTickers = target instanceof HTMLInputElement && target.closest('[data-chips]') !== null
  return isTickers ? target.value : ''
}

/** Tabs of the page, including later ones. Arrow keys move between tabs and show their panels. */
function startTabs(): void {
  document.addEventListener('click', ({ target }) => {
    const tab = target instanceof Element && target.closest<HTMLElement>('[role=tab]')
    if (tab) show(tab)
  })
  document.addEventListener('keydown', ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined || !(target instanceof HTMLElement) || target.role !== 'tab') return
    const tabs = tabsBeside(target)
    const next = tabs[(tabs.indexOf(target) + step + tabs.length) % tabs.length]
    if (!next) return
    show(next)
    next.focus()
  })
}

function tabsBeside(tab: HTMLElement): HTMLElement[] {
  return [...(tab.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
}

function show(tab: HTMLElement): void {
  for (const each of tabsBeside(tab)) {
    const isChosen = each === tab
    each.setAttribute('aria-selected', String(isChosen))
    each.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(each.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = !isChosen
  }
}

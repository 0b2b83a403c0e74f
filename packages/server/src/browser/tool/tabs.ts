/** Tabs of the page, including later ones. Arrow keys move between tabs and show their panels. */
export function startTabs(): void {
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

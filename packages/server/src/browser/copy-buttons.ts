/** Every `data-copy` button copies the code of its block. The word changes, the width does not. */
export function startCopyButtons(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-copy]')
    if (!button) return
    const text = button.closest('.code')?.querySelector('code')?.textContent ?? ''
    await navigator.clipboard.writeText(text)
    button.style.minWidth = `${button.offsetWidth}px`
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
}

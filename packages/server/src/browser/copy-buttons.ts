/** Each `data-copy` button copies the code of its block. Its label changes but keeps its width. */
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

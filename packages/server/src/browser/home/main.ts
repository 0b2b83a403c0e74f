/** The catalog's buttons. The code for trying and paying is loaded at the first click. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-try]'))
  button.addEventListener('click', async () => {
    button.disabled = true
    const { tryTool } = await import('./try-tool.tsx')
    await tryTool(button.dataset['try'] ?? '', button)
    button.disabled = false
  })

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
  button.addEventListener('click', async () => {
    const text = button.closest('.command')?.querySelector('code')?.textContent ?? ''
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })

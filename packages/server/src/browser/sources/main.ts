/**
 * Filters the table of sources by words, all of which must occur, and by licence. `/` focuses the
 * filter.
 */
const input = document.querySelector<HTMLInputElement>('[data-filter]')
const kind = document.querySelector('[data-kind]')
const rows = [...document.querySelectorAll<HTMLTableRowElement>('#sources tbody tr')]
const texts = rows.map((row) => (row.textContent ?? '').toLowerCase())

function filter(): void {
  const words = (input?.value ?? '').toLowerCase().split(/\s+/)
  const wanted = kind?.querySelector<HTMLInputElement>(':checked')?.value ?? ''
  let shown = 0
  for (const [at, row] of rows.entries()) {
    const fits = words.every((word) => texts[at]!.includes(word))
    row.hidden = !fits || (wanted !== '' && row.dataset['class'] !== wanted)
    if (!row.hidden) shown += 1
  }
  document.querySelector('[data-count]')!.textContent = `${shown} of ${rows.length}`
  document.querySelector<HTMLElement>('[data-none]')!.hidden = shown > 0
}

input?.addEventListener('input', filter)
kind?.addEventListener('change', filter)
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || (event.target as Element).matches('input, textarea, select')) return
  event.preventDefault()
  input?.focus()
})
if (input?.value) filter()

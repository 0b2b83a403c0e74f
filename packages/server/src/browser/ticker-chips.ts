import { chip } from '../http/layout/ticker-chips.ts'

/** The tickers of the form's chips. */
export function tickersOf(form: HTMLFormElement): readonly string[] {
  return chipsOf(form).map((each) => each.dataset['ticker'] ?? '')
}

/**
 * Converts the typed text to chips.
 *
 * @param read - Parses a text into tickers.
 * @returns Whether there was a new ticker.
 */
export function addTickers(
  form: HTMLFormElement,
  read: (text: string) => readonly string[],
): boolean {
  const field = form.querySelector<HTMLElement>('[data-chips]')
  const input = inputOf(form)
  if (!field || !input || input.value.trim() === '') return false
  const known = tickersOf(form)
  const added = read(input.value).filter((ticker) => !known.includes(ticker))
  const fit = added.slice(0, Number(field.dataset['max']) - known.length)
  // The markup escapes every text.
  for (const ticker of fit)
    input.insertAdjacentHTML('beforebegin', String(chip(field.dataset['chips'] ?? '', ticker)))
  input.value = ''
  return fit.length > 0
}

/** Removes a ticker, except the last one: a query has at least one. */
export function removeTicker(form: HTMLFormElement, ticker: string): void {
  const chips = chipsOf(form)
  if (chips.length > 1) chips.find((each) => each.dataset['ticker'] === ticker)?.remove()
  markTickers(form)
  inputOf(form)?.focus()
}

/** Marks the field as invalid if an error names one of its tickers, else as valid. */
export function markTickers(form: HTMLFormElement, error = ''): void {
  const isInvalid = tickersOf(form).some((ticker) => error.includes(`"${ticker}"`))
  const input = inputOf(form)
  if (isInvalid) input?.setAttribute('aria-invalid', 'true')
  else input?.removeAttribute('aria-invalid')
}

function chipsOf(form: HTMLFormElement): readonly HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-ticker]')]
}

function inputOf(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>('[data-chips] > input')
}

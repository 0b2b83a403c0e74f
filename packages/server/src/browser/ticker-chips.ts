import { chip } from '../http/layout/ticker-chips.ts'

/** The tickers of the form's chips. */
export function tickersOf(form: HTMLFormElement): readonly string[] {
  return chipsOf(form).map((each) => each.dataset['ticker'] ?? '')
}

/**
 * Converts the typed text to chips. Words that are not tickers, or exceed the maximum, stay in the
 * field, with the reason below it.
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
  if (!field || !input) return false
  const known = tickersOf(form)
  const max = Number(field.dataset['max'])
  const fit = read(input.value)
    .filter((ticker) => !known.includes(ticker))
    .slice(0, max - known.length)
  // The markup escapes every text.
  for (const ticker of fit)
    input.insertAdjacentHTML('beforebegin', String(chip(field.dataset['chips'] ?? '', ticker)))
  const accepted = new Set([...known, ...fit])
  const words = input.value.split(/[\s,;]+/).filter(Boolean)
  const left = words.filter((word) => !accepted.has(word.toUpperCase()))
  input.value = left.join(' ')
  explain(form, left.length === 0 ? '' : leftText(left, accepted.size >= max ? max : undefined))
  return fit.length > 0
}

/** Whether the field of tickers still holds words that did not become chips. */
export function hasLeftWords(form: HTMLFormElement): boolean {
  return (inputOf(form)?.value.trim() ?? '') !== ''
}

/** Maximum words that the message names. */
const namedMax = 3

/** @example leftText(['T6', 'T7'], 10) // 'At most 10 tickers. Not added: T6, T7' */
export function leftText(left: readonly string[], max: number | undefined): string {
  const named = left.slice(0, namedMax).map((word) => word.slice(0, 32))
  const more = left.length > namedMax ? `, ${left.length - namedMax} more` : ''
  const why = max === undefined ? 'Not a ticker: ' : `At most ${max} tickers. Not added: `
  return `${why}${named.join(', ')}${more}`
}

function explain(form: HTMLFormElement, text: string): void {
  const problem = form.querySelector<HTMLElement>('[data-chips-problem]')
  if (problem) problem.textContent = text
  if (text !== '') inputOf(form)?.setAttribute('aria-invalid', 'true')
  else inputOf(form)?.removeAttribute('aria-invalid')
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

import { sendChange } from './change.ts'
import { confirmed } from './confirm.ts'
import { refresh } from './refresh.ts'

/**
 * Sends the forms of a signed-in page as JSON. Their method is `dialog`, so a browser sends nothing
 * itself before this function runs. Attributes of a form:
 *
 * - `data-change`: the path. Its fields are the members of the body; `data-body`: further members.
 * - `data-asks`: the confirmation prompt. `{name}` is replaced by a field. `data-yes`: its button.
 * - `data-says`: the message on success. `{name}` is replaced by a member of the response.
 * - `data-shows`: a member of the response that is displayed once.
 */
export function enhanceForms(page: Document, csrf: string): void {
  page.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset['change'] === undefined) return
    event.preventDefault()
    void send(form, form.dataset['change'], csrf)
  })
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-submits]')) return
    target.closest('form')?.requestSubmit()
  })
}

async function send(form: HTMLFormElement, path: string, csrf: string): Promise<void> {
  const body = { ...fieldsOf(form), ...JSON.parse(form.dataset['body'] ?? '{}') }
  const { asks, yes = 'Yes', says, shows } = form.dataset
  if (asks !== undefined && !(await confirmed(document, filled(asks, body), yes))) {
    // If the change was not confirmed, restores the choice.
    form.reset()
    return
  }
  try {
    const answer = await sendChange(path, body, { fetch: window.fetch.bind(window), csrf })
    say('problem', '')
    if (says !== undefined) say('message', filled(says, answer))
    if (shows !== undefined) showOnce(form, String(answer[shows] ?? ''))
    form.reset()
    await refresh(window, { isAutomatic: false })
  } catch (thrown) {
    say('message', '')
    say('problem', (thrown as Error).message)
    // A choice that was not made is shown as it was; what was typed stays to be corrected.
    if (form.querySelector('[data-submits]')) form.reset()
  }
}

function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string | number>> {
  const fields: Record<string, string | number> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue
    const field = form.elements.namedItem(name)
    const isNumber = field instanceof HTMLInputElement && field.type === 'number'
    fields[name] = isNumber ? Number(value) : value.trim()
  }
  return fields
}

function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The page's latest message, also for screen readers. */
export function say(id: 'message' | 'problem', text: string): void {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}

function showOnce(form: HTMLFormElement, text: string): void {
  const place = form.parentElement?.querySelector('[data-shown]')
  const code = document.createElement('code')
  code.textContent = text
  place?.replaceChildren('Shown only once: store it now. ', code)
}

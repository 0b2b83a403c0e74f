import { sendChange } from './change.ts'

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

/**
 * Fetches the page again and replaces its parts marked `data-live`, except one that has the focus.
 * Unfolded parts stay unfolded.
 *
 * @param isAutomatic - Whether no user action caused it: then the session is not extended.
 * @returns Whether the server answered.
 */
async function refresh(page: Window, { isAutomatic }: { isAutomatic: boolean }): Promise<boolean> {
  const headers: Record<string, string> = isAutomatic ? { 'x-fiq-refresh': '1' } : {}
  const answer = await page.fetch(page.location.href, { headers }).catch(() => undefined)
  if (!answer?.ok) return false
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!next.querySelector('[data-csrf]')) {
    // The session has ended: here, in another tab, or at the server.
    page.location.reload()
    return true
  }
  for (const part of page.document.querySelectorAll('[data-live]')) replace(part, next, isAutomatic)
  return true
}

function replace(part: Element, next: Document, isAutomatic: boolean): void {
  const fresh = next.getElementById(part.id)
  if (!fresh || (isAutomatic && part.contains(part.ownerDocument.activeElement))) return
  const open = [...part.querySelectorAll('details')].map((details) => details.open)
  for (const [place, details] of fresh.querySelectorAll('details').entries())
    details.open = open[place] ?? false
  part.replaceChildren(...fresh.childNodes)
}

/**
 * Asks for confirmation of a change. Escape and the focused button mean no.
 *
 * @param yes - What the other button does, in words.
 */
function confirmed(page: Document, question: string, yes: string): Promise<boolean> {
  const dialog = page.createElement('dialog')
  dialog.className = 'pay'
  dialog.setAttribute('aria-labelledby', 'question')
  const body = page.createElement('div')
  body.className = 'body'
  const text = page.createElement('p')
  text.id = 'question'
  text.textContent = question
  body.append(text)
  const buttons = page.createElement('div')
  buttons.className = 'act'
  const button = (words: string, value: string, name: string) => {
    const made = page.createElement('button')
    made.type = 'button'
    made.className = name
    made.textContent = words
    made.addEventListener('click', () => dialog.close(value))
    return made
  }
  const no = button('Cancel', '', 'btn')
  buttons.append(no, button(yes, 'yes', 'btn main'))
  dialog.append(body, buttons)
  page.body.append(dialog)
  dialog.showModal()
  no.focus()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}

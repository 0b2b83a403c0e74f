/**
 * Asks for confirmation of a change. Escape and the focused button mean no.
 *
 * @param yes - What the other button does, in words.
 */
export function confirmed(page: Document, question: string, yes: string): Promise<boolean> {
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

/**
 * Enables a button after its work. A disabled button loses the focus, so that a user of the keyboard
 * would start at the top of the page again.
 */
export function enableAgain(button: HTMLButtonElement): void {
  button.disabled = false
  const { activeElement, body } = button.ownerDocument
  if (activeElement === null || activeElement === body) button.focus()
}

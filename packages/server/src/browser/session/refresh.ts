/**
 * Fetches the page again and replaces its parts marked `data-live`, except one that has the focus.
 * Unfolded parts stay unfolded.
 *
 * @param isAutomatic - Whether no user action caused it: then the session is not extended.
 * @returns Whether the server answered.
 */
export async function refresh(
  page: Window,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<boolean> {
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

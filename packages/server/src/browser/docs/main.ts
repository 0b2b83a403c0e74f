import { type DocsSection, excerptOf, searchSections } from '../../http/docs/docs-content.ts'
import { startCopyButtons } from '../copy-buttons.ts'

startCopyButtons()

/** Searches in the page. Loads the sections when the user enters the field. */
const input = document.querySelector<HTMLInputElement>('[data-search]')
const list = document.querySelector<HTMLElement>('[data-found]')
const count = document.querySelector<HTMLElement>('[data-found-count]')
let sections: Promise<readonly DocsSection[]> | undefined

function load(): Promise<readonly DocsSection[]> {
  sections ??= fetch('/pages/docs-search.json').then(
    (answer) => answer.json() as Promise<readonly DocsSection[]>,
  )
  return sections
}

async function search(): Promise<void> {
  if (!input || !list || !count) return
  const found = searchSections(await load(), input.value)
  list.hidden = found.length === 0
  list.replaceChildren(...found.map((section) => itemOf(section, input.value)))
  count.textContent = input.value.trim() === '' ? '' : foundText(found.length)
}

function foundText(length: number): string {
  if (length === 0) return 'No section has all of these words.'
  return length === 1 ? '1 place' : `${length} places`
}

function itemOf(section: DocsSection, words: string): HTMLElement {
  const { href, page, heading } = section
  const item = document.createElement('li')
  const link = item.appendChild(document.createElement('a'))
  link.href = href
  const title = link.appendChild(document.createElement('span'))
  title.textContent = heading === page ? page : `${page}: ${heading}`
  const excerpt = link.appendChild(document.createElement('small'))
  for (const { text, isFound } of excerptOf(section, words))
    excerpt.appendChild(document.createElement(isFound ? 'mark' : 'span')).textContent = text
  return item
}

input?.addEventListener('focus', () => void load())
input?.addEventListener('input', () => void search())
input?.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list?.querySelector<HTMLAnchorElement>('a')?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || (event.target as Element).matches('input, textarea, select')) return
  event.preventDefault()
  input?.focus()
})

/** Marks the link of the section at the top of the window in the list beside the page. */
const links = document.querySelectorAll<HTMLAnchorElement>('.docs aside a')
const headings = [...links].flatMap((link) => document.getElementById(link.hash.slice(1)) ?? [])
/** Below the header of the page, in pixels. */
const readingLine = 120

function markSection(): void {
  const above = headings.filter((each) => each.getBoundingClientRect().top <= readingLine)
  const current = above.at(-1)?.id
  for (const link of links)
    if (link.hash.slice(1) === current) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}

if (headings.length > 0) {
  let isPlanned = false
  addEventListener('scroll', () => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      markSection()
    })
  })
  markSection()
}

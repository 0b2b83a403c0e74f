import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where pictures of the pages are wanted. */
const pictures = process.env['FIQ_TEST_PICTURES']

/** Both ends of the widths that pages are made for, each in one scheme at least. */
export const views = [
  { width: 390, dark: true },
  { width: 1440, dark: false },
  { width: 390, dark: false },
  { width: 1440, dark: true },
] as const

export type View = { width: number; dark: boolean }

/**
 * A page in a browser of its own. Errors of the page, and requests to other servers, are put into
 * `problems`.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { problems, width = 1440, dark = false }: { problems: string[] } & Partial<View>,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    // A half faded-in element has too little contrast.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const { origin } = new URL(url)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|402|404)/.test(message.text()))
      problems.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(request.url())
  })
  await page.goto(url)
  return page
}

/** Rules a machine can check: WCAG 2.2 A and AA; and nothing wider than the window. */
export async function expectWell(page: Page): Promise<void> {
  await page.evaluate(axe)
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[]
  }>(`axe.run(document, ${JSON.stringify(options)})`)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth'
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
}

/** A picture of the page, where pictures are wanted. */
export async function picture(page: Page, name: string, { width, dark }: View): Promise<void> {
  if (!pictures) return
  const path = join(pictures, `${name}-${width}-${dark ? 'dark' : 'light'}.png`)
  await page.screenshot({ path, fullPage: true })
}

/** Moves the focus by Tab alone until it is on the element, and presses Enter. */
export async function pressByKeys(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(
      '(document.activeElement?.innerText || document.activeElement?.getAttribute("aria-label") || document.activeElement?.name || "")',
    )
    if (!name.test(String(focused))) continue
    await page.keyboard.press(key)
    return
  }
  throw new Error(`No key press reaches ${name}.`)
}

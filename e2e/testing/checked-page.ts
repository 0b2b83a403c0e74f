import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Folder for pictures of the pages, if wanted. */
const pictures = process.env['FIQ_TEST_PICTURES']

/** The smallest and largest supported widths. Both colour schemes occur. */
export const views = [
  { width: 390, dark: true },
  { width: 1440, dark: false },
  { width: 390, dark: false },
  { width: 1440, dark: true },
] as const

export type View = { width: number; dark: boolean }

/**
 * Opens a page in its own browser. Adds errors of the page, and requests to other servers, to
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
    // The contrast of an element is too low while it fades in.
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

/** Rules of WCAG 2.2 A and AA, and of good practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that read colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Violations of rules, as far as a machine can tell.
 *
 * @param exclude - Selectors of parts that are not ours.
 */
export async function faultsOf(
  page: Page,
  { exclude = [], rules = allRules }: { exclude?: readonly string[]; rules?: string[] } = {},
): Promise<string[]> {
  // The half megabyte takes longer to compile than some of the checks take.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const context = { include: ['html'], exclude }
  // Elements that pass are not described: that takes longer than the rules.
  const options = { runOnly: rules, resultTypes: ['violations'] }
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
  )
}

/** Number of pixels by which the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}

/** Checks that a page has no violation, and that nothing is wider than the window. */
export async function expectWell(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

/** Sum of the layout shifts of a page since its start. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => { for (const each of list.getEntries()) sum += each.value })
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })`)
}

/**
 * Loads a page with the processor slowed 13 times.
 *
 * @param shown - Selector of what the page shows last.
 * @returns The sum of its layout shifts.
 */
export async function shiftWhenSlow(page: Page, url: string, shown?: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 13 })
  // Another fragment alone would load nothing.
  await page.goto('about:blank')
  await page.goto(url)
  if (shown !== undefined) await page.locator(shown).first().waitFor()
  const sum = await shiftOf(page)
  await session.detach()
  return sum
}

/** Saves a picture of the page if wanted. */
export async function picture(page: Page, name: string, { width, dark }: View): Promise<void> {
  if (!pictures) return
  const path = join(pictures, `${name}-${width}-${dark ? 'dark' : 'light'}.png`)
  await page.screenshot({ path, fullPage: true })
}

/** Moves the focus with Tab to the element, and presses Enter. */
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

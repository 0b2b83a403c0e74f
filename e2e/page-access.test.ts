import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, openPage, overflow, pressByKeys } from './testing/checked-page.ts'
import { chromiumPath, openChromium } from './testing/chromium.ts'
import { runningServer } from './testing/running-server.ts'

const paths = [
  ...['/', '/tools/priceHistory', '/tools/quotes', '/docs', '/docs/proxy', '/sources'],
  ...['/account', '/nothing', '/admin'],
]

/** Elements that show a state by a colour alone unless a style for forced colours helps. */
const stateMarks = `[...document.querySelectorAll('.up, .down, .tag')].filter((each) => {
  const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(each, '::before')
  const ground = getComputedStyle(document.body).backgroundColor
  const isFilled = backgroundColor !== ground && !/^rgba.*, 0\\)$/.test(backgroundColor)
  return !isFilled && (borderTopColor === ground || borderTopWidth === '0px')
}).map((each) => each.className + ': ' + each.textContent.trim())`

// In CI the tests fail without a browser.
describe.skipIf(chromiumPath === undefined && !process.env['CI'])('access to the pages', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let browser: Browser
  /** A page that several tests read, one after the other. */
  let read: Page
  /** The same at 200 %: a window of 1440 pixels has 720 pixels of CSS, each twice as large. */
  let zoomed: Page
  const problems: string[] = []
  beforeAll(async () => {
    server = await runningServer()
    browser = await openChromium()
    read = await open('/')
    zoomed = await browser.newPage({
      viewport: { width: 720, height: 450 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = (path: string) => openPage(browser, `${server.url}${path}`, { problems })

  /** Moves the focus with Tab through the whole page. */
  async function focusesOf(page: Page, most = 400): Promise<{ name: string; isSeen: boolean }[]> {
    const seen: { name: string; isSeen: boolean }[] = []
    for (let steps = 0; steps < most; steps += 1) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate<{ name: string; isSeen: boolean } | null>(`(() => {
        const each = document.activeElement
        if (!each || each === document.body) return null
        const shown = each.matches('.seg input, .chips > input') ? each.parentElement : each
        const { outlineStyle, outlineWidth } = getComputedStyle(shown)
        const { width, height, bottom, right } = shown.getBoundingClientRect()
        const isInWindow = width > 0 && height > 0 && bottom > 0 && right > 0
        const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px'
        return {
          name: each.getAttribute('aria-label') ?? each.textContent.trim() ?? each.name,
          isSeen: isInWindow && isOutlined,
        }
      })()`)
      if (focus === null) return seen
      seen.push(focus)
    }
    return seen
  }

  test.each(paths)('behavior: %s at a zoom of 200 %%', async (path) => {
    await zoomed.goto(`${server.url}${path}`)
    expect(await overflow(zoomed)).toBeLessThanOrEqual(0)
    expect(await faultsOf(zoomed)).toEqual([])
    // The header does not cover more than a third of the window while the page scrolls.
    await zoomed.evaluate('scrollTo(0, 300)')
    const covered = await zoomed.evaluate<number>(
      `Math.max(0, ...[...document.querySelectorAll('header.head')].map((each) => each.getBoundingClientRect().bottom))`,
    )
    expect(covered).toBeLessThanOrEqual(150)
  })

  test('behavior: at 200 % the dialog scrolls and keeps its buttons in sight', async () => {
    const context = await browser.newContext({
      viewport: { width: 640, height: 360 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/tools/priceHistory`)
    await page.getByRole('button', { name: /^Pay .* and run$/ }).click()
    const dialog = page.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: /^Pay/ })
    await pay.waitFor()
    const { y, height } = (await pay.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(360)
    expect(await dialog.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  })

  test.each(paths)('behavior: %s with forced colours shows every state and focus', async (path) => {
    await read.emulateMedia({ forcedColors: 'active' })
    await read.goto(`${server.url}${path}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await read.emulateMedia({ colorScheme })
      expect(await read.evaluate<string[]>(stateMarks)).toEqual([])
      const chosen = await read.evaluate<string[]>(
        `[...document.querySelectorAll('.seg :is(label:has(:checked), [aria-selected="true"], [aria-pressed="true"], [aria-current]), .docs nav [aria-current]')]
          .filter((each) => getComputedStyle(each).outlineStyle === 'none')
          .map((each) => each.textContent)`,
      )
      expect(chosen).toEqual([])
      const underlined = await read.evaluate<string[]>(
        `[...document.querySelectorAll('.nav a')]
          .filter((each) => getComputedStyle(each).borderBottomColor !== getComputedStyle(document.body).backgroundColor)
          .filter((each) => !each.hasAttribute('aria-current'))
          .map((each) => each.textContent)`,
      )
      expect(underlined).toEqual([])
    }
    await read.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
  })

  test.each(paths)('behavior: %s: Tab reaches everything and shows where it is', async (path) => {
    await read.goto(`${server.url}${path}`)
    const count = await read.evaluate<number>(
      `[...document.querySelectorAll('main :is(a[href], button, input, select, summary, [tabindex="0"])')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0 && each.type !== 'radio').length`,
    )
    const seen = await focusesOf(read)
    expect(seen[0]?.name).toBe('Skip to the content')
    expect(seen.filter(({ isSeen }) => !isSeen)).toEqual([])
    expect(seen.length).toBeGreaterThanOrEqual(count)
  })

  test('behavior: the first link skips the header', async () => {
    const page = await open('/docs/proxy')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
    await page.context().close()
  })

  test.each([
    ['/', /^Pay 0\.054 USDC$/, '[data-paid]', /^Paid 0\.054 USDC/],
    ['/tools/quotes', /^Pay 0\.015 USDC and run$/, '[data-receipt]', /0\.015 USDC, play money/],
  ] as const)('behavior: %s: a purchase by keyboard alone', async (path, name, place, paid) => {
    const page = await open(path)
    await page.locator('[data-pay]').waitFor()
    await pressByKeys(page, name)
    const dialog = page.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: /^Pay/ })
    await expect.poll(() => pay.isEnabled()).toBe(true)
    await pressByKeys(page, /^Pay /)
    await expect.poll(() => page.locator(place).textContent(), { timeout: 15_000 }).toMatch(paid)
    // The focus returns to the button that opened the dialog.
    expect(await page.evaluate('document.activeElement.matches("[data-pay]")')).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectWell,
  openPage,
  picture,
  pressByKeys,
  shiftWhenSlow,
  views,
} from './testing/checked-page.ts'
import { chromiumPath, openChromium } from './testing/chromium.ts'
import { runningServer } from './testing/running-server.ts'

// In CI the tests fail without a browser.
describe.skipIf(chromiumPath === undefined && !process.env['CI'])('the account page', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let browser: Browser
  const problems: string[] = []
  beforeAll(async () => {
    server = await runningServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const query = async (key: string, text: string) => {
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query: text }),
    })
    expect(answer.status).toBe(200)
  }

  const figure = async (page: Page, name: string) => {
    const text = page.locator('.figures > div', { hasText: name }).locator('dd').first()
    return ((await text.textContent()) ?? '').trim()
  }

  test.each(views)(
    'default: signs in, buys credits, uses a key and reads usage at $width pixels, dark: $dark',
    async (view) => {
      const page = await openPage(browser, `${server.url}/account`, { problems, ...view })
      const wallet = page.getByRole('button', { name: 'Continue with the play wallet' })
      await wallet.waitFor()
      await expectWell(page)
      await picture(page, 'sign-in', view)
      await wallet.click()
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
      await expectWell(page)
      expect(await figure(page, 'Credits left')).toBe('0')

      await page.getByText('Other', { exact: true }).click()
      const amount = page.getByLabel('Amount, 0.015')
      await amount.fill('0.001')
      const fault = page.locator(`#${await amount.getAttribute('aria-describedby')}`)
      expect(await fault.textContent()).toBe('Enter an amount of 0.015 to 10,000 USDC.')
      expect(await amount.getAttribute('aria-invalid')).toBe('true')
      await expectWell(page)
      await amount.fill('0.5')
      expect(await amount.getAttribute('aria-invalid')).toBe('false')
      await page.getByText('The 0.002 USDC left over stay with you.').waitFor()
      await page.getByRole('button', { name: 'Pay 0.498 USDC' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('0.498').first().waitFor()
      expect(await dialog.locator('tbody tr').allTextContents()).toEqual(['top-up11660.498'])
      await expectWell(page)
      await dialog.getByRole('button', { name: /^Pay/ }).click()
      await expect.poll(() => figure(page, 'Credits left')).toBe('166')

      await page.getByLabel('Name').fill('laptop')
      await page.getByRole('button', { name: 'New key' }).click()
      const key = (await page.locator('[data-shown] code').textContent()) ?? ''
      expect(key).toMatch(/^fiq_/)
      await query(key, '{ quotes(tickers: ["AAPL", "MSFT"]) { ticker } }')
      await query(key, '{ gdp(country: "USA") { date } quotes(tickers: ["AAPL"]) { ticker } }')
      await page.reload()
      expect(await page.content()).not.toContain(key)
      expect(await figure(page, 'Used, 30 days')).toBe('10')
      expect(await figure(page, 'Credits left')).toBe('156')
      const sums = page.getByRole('table', { name: 'Areas' }).locator('tfoot td b')
      expect(await sums.allTextContents()).toEqual(['2', '10', '0.030'])
      await page.getByText('The figures').click()
      const days = page.getByRole('table', { name: 'Days' }).locator('tfoot td b')
      expect((await days.allTextContents()).slice(-2)).toEqual(['2', '10'])
      await expectWell(page)
      await picture(page, 'account', view)

      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await expectWell(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke laptop' }).click()
      await page.getByText('1 key has ended.').waitFor()
      await page.context().close()
      expect(problems).toEqual([])
    },
  )

  test('error: a slow processor paints the page once, without a shift', async () => {
    for (const width of [320, 390, 1440]) {
      const page = await openPage(browser, `${server.url}/account`, { problems, width })
      const out = await shiftWhenSlow(page, `${server.url}/account`)
      // The page is short, and its footer ends at the end of the window.
      const foot = await page.locator('footer.foot').boundingBox()
      expect(foot!.y + foot!.height).toBe(page.viewportSize()!.height)
      await page.getByRole('button', { name: 'Continue with the play wallet' }).click()
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
      const signedIn = await shiftWhenSlow(page, `${server.url}/account`)
      expect([width, out, signedIn]).toEqual([width, 0, 0])
      await page.context().close()
    }
  })

  test('behavior: everything works with the keyboard only', async () => {
    const page = await openPage(browser, `${server.url}/account`, { problems })
    await page.getByRole('button', { name: /Continue with/ }).waitFor()
    await pressByKeys(page, /Continue with the play wallet/)
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await pressByKeys(page, /^7 days$/)
    await page.waitForURL(/days=7/)
    await pressByKeys(page, /^most$/, 'ArrowLeft')
    await pressByKeys(page, /^Pay 0.999 USDC$/)
    const dialog = page.getByRole('dialog')
    // The button is disabled at first, to prevent an accidental click.
    const pay = dialog.getByRole('button', { name: /^Pay/ })
    await expect.poll(() => pay.isEnabled()).toBe(true)
    await pressByKeys(page, /^Pay( |$).*(play|0\.999)/)
    await expect.poll(() => figure(page, 'Credits left')).toBe('333')
    await pressByKeys(page, /^Sign out$/)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.context().close()
    expect(problems).toEqual([])
  })

  test('behavior: a form without its scripts sends nothing, and the page stays', async () => {
    const page = await openPage(browser, `${server.url}/account`, { problems })
    await page.getByRole('button', { name: /Continue with/ }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await page.route(/\.js$/, () => {})
    await page.goto(`${server.url}/account`, { waitUntil: 'commit' })
    const name = page.getByLabel('Name')
    await name.fill('laptop')
    await page.getByRole('button', { name: 'New key' }).click()
    expect(await page.getByRole('button', { name: /^Pay / }).isDisabled()).toBe(true)
    expect([await name.inputValue(), page.url()]).toEqual(['laptop', `${server.url}/account`])
    await page.context().close()
    expect(problems).toEqual([])
  })

  test('behavior: another site with the cookie can neither read nor change anything', async () => {
    const page = await openPage(browser, `${server.url}/account`, { problems })
    await page.getByRole('button', { name: /Continue with/ }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'fiq_account')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    })
    expect(await page.evaluate('document.cookie')).toBe('')
    // Another port of this machine is the same site for the cookie, but another origin.
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<title>elsewhere</title>')
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const outcomes = await elsewhere.evaluate(async (url) => {
      const send = (path: string, init: RequestInit) =>
        fetch(`${url}${path}`, { credentials: 'include', ...init }).then(
          (answer) => `${answer.type} ${answer.status}`,
          () => 'refused',
        )
      return [
        await send('/account', {}),
        await send('/account/statement.csv', {}),
        await send('/account/api/sign-out', { method: 'POST', mode: 'no-cors' }),
      ]
    }, server.url)
    expect(outcomes).toEqual(['refused', 'refused', 'opaque 0'])
    await elsewhere.close()
    other.close()
    await page.reload()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await page.context().close()
  })
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, openChromium } from './testing/chromium.ts'
import { runningServer } from './testing/running-server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const main = join(import.meta.dirname, '../packages/server/src/main.ts')

// CI must have a browser: there the tests fail without one.
describe.skipIf(chromiumPath === undefined && !process.env['CI'])('the pages in a browser', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let browser: Browser
  const account = privateKeyToAccount(generatePrivateKey())
  const problems: string[] = []
  /** Parts of GraphiQL that are not ours to change. */
  const graphiqlsOwn = ['.graphiql-editors', '.graphiql-response', '.graphiql-tabs']

  beforeAll(async () => {
    server = await runningServer()
    browser = await openChromium()
    await server.devnet.faucet(account.address, 10_000_000n)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  afterEach(() => {
    expect(problems.splice(0)).toEqual([])
  })

  /** A page in a browser of its own that reports whatever it should not do. */
  async function open(path: string, { width = 1024, wallet = false, dark = false } = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 402/.test(message.text()))
        problems.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== server.url) problems.push(request.url())
    })
    if (wallet) await injectWallet(page)
    await page.goto(`${server.url}${path}`)
    return page
  }

  /** An EIP-1193 provider that really signs, with the key outside the page. */
  async function injectWallet(page: Page) {
    await page.exposeFunction('signTyped', (text: string) =>
      account.signTypedData(JSON.parse(text)),
    )
    await page.addInitScript(`window.ethereum = {
      async request({ method, params }) {
        if (method === 'eth_requestAccounts') return ['${account.address}']
        if (method === 'eth_chainId') return '0x2105'
        if (method === 'eth_signTypedData_v4') return window.signTyped(params[1])
        throw new Error(method)
      },
    }`)
  }

  /** Rules a machine can check: WCAG 2.2 A and AA. GraphiQL's own editor is left to its makers. */
  async function faultsOf(page: Page, exclude: readonly string[] = []) {
    await page.evaluate(axe)
    const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
    const context = { include: ['html'], exclude }
    const { violations } = await page.evaluate<{
      violations: { id: string; nodes: { html: string }[] }[]
    }>(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`)
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }

  /** How many things of a pane are cut off at its right. */
  const beyondPane = (page: Page) =>
    page.evaluate<number>(`[...document.querySelectorAll('.pane :is(td, th, pre, button, input)')].filter(
      (each) => each.getBoundingClientRect().right > each.closest('.pane').getBoundingClientRect().right,
    ).length`)

  test.each([
    [390, false],
    [1024, true],
    [1920, false],
  ])(
    'default: the front page at %i pixels names every tool with its price',
    async (width, dark) => {
      const page = await open('/', { width, dark })
      expect(await page.locator('.card').count()).toBe(16)
      expect(await page.locator('#tool-quotes .price').textContent()).toBe('0.015 USDC')
      expect(await page.locator('footer').textContent()).toMatch(/not investment, legal, tax/)
      expect(await page.locator('.strip').textContent()).toMatch(/Invented figures/)
      const overflow = () =>
        page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
      expect(await overflow()).toBeLessThanOrEqual(0)
      await page.locator('#tool-quotes summary').click()
      expect(await overflow()).toBeLessThanOrEqual(0)
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    },
  )

  test('behavior: a tool is tried on the front page: quote, play money, answer, receipt', async () => {
    const page = await open('/')
    const card = page.locator('#tool-quotes')
    await card.getByRole('button', { name: 'Try it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain('Pay 0.015 USDC for this query?')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pay with play money' }).click()
    await card.locator('table').waitFor()
    expect(await card.locator('tbody tr').count()).toBe(3)
    expect(await card.locator('tbody tr').first().textContent()).toMatch(/^AAPL\d/)
    expect(await card.locator('.result').textContent()).toMatch(/Paid: 0.015 USDC, transaction 0x/)
    await page.context().close()
  })

  test('behavior: no means no: the focused button and Escape both sign nothing', async () => {
    const page = await open('/', { wallet: true })
    const card = page.locator('#tool-marketStatus')
    for (const key of ['Enter', 'Escape']) {
      await card.getByRole('button', { name: 'Try it' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press(key)
      await card.getByText('you declined').waitFor()
    }
    expect(await page.evaluate("localStorage.getItem('fiq.purchases')")).toBeNull()
    await page.context().close()
  })

  test('default: GraphiQL prices what is typed, pays by wallet, and keeps what it cost', async () => {
    const before = await server.devnet.balanceOf(server.payTo)
    const page = await open('/graphiql', { wallet: true, width: 1920 })
    const badge = page.getByLabel('Price of this query', { exact: true })
    await badge.waitFor()
    await expect.poll(() => badge.textContent()).toBe('0.015 USDC')
    expect(await faultsOf(page, graphiqlsOwn)).toEqual([])

    await page.locator('.graphiql-query-editor .view-line').first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('{ entityByTicker(ticker: "AAPL") { name market { price } ')
    await page.keyboard.type('financials { income(filter: {limit: 100}) { revenue } }')
    await expect.poll(() => badge.textContent()).toBe('0.021 USDC')

    await page.getByRole('button', { name: /Execute/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.locator('tbody tr').allTextContents()).toEqual([
      'entityByTicker110.003',
      'entityByTicker.market110.003',
      'entityByTicker.financials.income150.015',
    ])
    await dialog.getByRole('button', { name: 'Pay with Browser wallet' }).click()
    await expect
      .poll(() => page.locator('.graphiql-response').textContent())
      .toMatch(/entityByTicker/)
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 21_000n)

    await page.getByRole('button', { name: /Spending/ }).click()
    const spent = page.locator('.purchases li').first()
    expect(await spent.textContent()).toMatch(/^0.021 USDC answered/)
    expect(await faultsOf(page, graphiqlsOwn)).toEqual([])
    await page.context().close()
  })

  test('default: with a key GraphiQL asks without a quote, says what it cost, and how fiq asks the same', async () => {
    const words = ['keys', 'create', '--org', 'Acme', '--credits', '20', '--json']
    const data = ['--data-dir', join(server.folder, 'data')]
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, ...data])
    const page = await open('/graphiql#query={marketStatus{session}}')
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
    await page.getByLabel(/^API key/).fill((JSON.parse(stdout) as { key: string }).key)
    expect(await page.locator('.command code').first().textContent()).toBe(
      "fiq query '{marketStatus{session}}'",
    )
    expect(await beyondPane(page)).toBe(0)
    await page.getByRole('button', { name: /Execute/ }).click()
    const answer = page.locator('.graphiql-response')
    await expect.poll(() => answer.textContent()).toMatch(/session/)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: /Spending/ }).click()
    const pane = page.locator('.pane')
    expect(await pane.textContent()).toMatch(/5 credits for 1 query/)
    expect(await pane.locator('li').first().textContent()).toMatch(/^5 credits answered/)
    await page.context().close()
  })

  test('behavior: where there is little room a pane has it, until it is closed', async () => {
    const page = await open('/graphiql', { width: 390 })
    const query = page.locator('.graphiql-query-editor .view-line').first()
    await query.waitFor()
    const button = page.getByRole('button', { name: /Price/ }).first()
    await button.click()
    await page.locator('.pane').waitFor()
    expect([await query.isVisible(), await beyondPane(page)]).toEqual([false, 0])
    await page.getByRole('button', { name: /Price/ }).first().click()
    await query.waitFor()
    await page.context().close()
  })

  test('behavior: the price of a field stands in the documentation', async () => {
    const page = await open('/graphiql')
    await page.getByRole('button', { name: /Documentation Explorer/ }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await expect
      .poll(() => page.locator('.graphiql-doc-explorer-content').textContent())
      .toMatch(/1 credit \(0\.003 USDC\) per item of tickers/)
    await page.context().close()
  })

  test('behavior: a page closed before the answer came resumes that payment, and makes no other', async () => {
    const before = await server.devnet.balanceOf(server.payTo)
    const page = await open('/graphiql#query={marketStatus{session}}', { wallet: true })
    let lost = 0
    await page.route('**/api/graphql', async (route) => {
      if (route.request().headers()['payment-signature'] === undefined) return route.continue()
      // The server answers, and the answer is lost.
      await route.fetch()
      lost += 1
      return route.abort()
    })
    page.removeAllListeners('console')
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
    await page.getByRole('button', { name: /Execute/ }).click()
    await page.getByRole('button', { name: 'Pay with Browser wallet' }).click()
    await expect.poll(() => lost).toBeGreaterThan(0)
    await page.reload()
    await page.unroute('**/api/graphql')
    await page.getByRole('button', { name: /Spending/ }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => page.locator('.purchases li').textContent()).toMatch(/answered/)
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 15_000n)
    await page.context().close()
  })

  test('behavior: pages run our scripts alone, and cannot be framed', async () => {
    for (const path of ['/', '/graphiql']) {
      const { headers } = await fetch(`${server.url}${path}`)
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
      expect(policy).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-fiq-data')).toBe('sandbox')
    }
    const file = await fetch(`${server.url}/pages/home.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect((await fetch(`${server.url}/pages/..%2ffiq-server.js`)).status).toBe(404)
  })
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { colourRules, faultsOf, overflow, shiftOf, views } from './testing/checked-page.ts'
import { chromiumPath, openChromium } from './testing/chromium.ts'
import { inPieces } from './testing/in-pieces.ts'
import { runningServer } from './testing/running-server.ts'

const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')

// In CI the tests fail without a browser.
describe.skipIf(chromiumPath === undefined && !process.env['CI'])('the pages in a browser', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let browser: Browser
  const account = privateKeyToAccount(generatePrivateKey())
  /** A page that several tests read, one after the other. */
  let read: Page
  const problems: string[] = []
  /** Parts of GraphiQL that we cannot change. */
  const graphiqlsOwn = ['.graphiql-editors', '.graphiql-response']

  beforeAll(async () => {
    server = await runningServer()
    browser = await openChromium()
    await server.devnet.faucet(account.address, 10_000_000n)
    read = await open('/')
    // Each test is a first visit: a font that arrives after the first paint is not used.
    const session = await read.context().newCDPSession(read)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  afterEach(() => {
    expect(problems.splice(0)).toEqual([])
  })

  /** Opens a page in its own browser that reports every violation. */
  async function open(path: string, { width = 1024, wallet = false, dark = false } = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // The page of a refusal has the status of the refusal.
      if (message.type() === 'error' && !/status of 40[24]/.test(message.text()))
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

  /** Adds an EIP-1193 provider that signs for real, with the key outside the page. */
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

  /** The colour of the page, and the boxes of all elements. */
  const appearance = (page: Page) =>
    page.evaluate<{ background: string; boxes: string }>(`({
      background: getComputedStyle(document.body).backgroundColor,
      boxes: [...document.querySelectorAll('*')].flatMap((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return [x, y, width, height, getComputedStyle(each).visibility]
      }).join(),
    })`)

  /** Number of elements in a pane that are cut off at its right edge. */
  const beyondPane = (page: Page) =>
    page.evaluate<number>(`[...document.querySelectorAll('.pane :is(td, th, pre, button, input)')].filter(
      (each) => each.getBoundingClientRect().right > each.closest('.pane').getBoundingClientRect().right,
    ).length`)

  const widths = [320, 390, 1440, 1920]
  const cases = [
    '/',
    '/tools/priceHistory',
    '/tools/screen',
    '/docs',
    '/docs/proxy',
    '/sources',
    '/tools/none',
  ].flatMap((path) => widths.map((width) => ({ path, width })))

  test.each(cases)('default: $path at $width pixels, light and dark', async ({ path, width }) => {
    await read.setViewportSize({ width, height: 900 })
    await read.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await read.goto(`${server.url}${path}`)
    expect(await read.locator('footer.foot').textContent()).toMatch(/not investment, legal, tax/)
    expect(await read.locator('.strip').textContent()).toMatch(/Invented figures/)
    expect(await overflow(read)).toBeLessThanOrEqual(0)
    expect(await shiftOf(read)).toBe(0)
    // The contrast cannot be checked while colours change.
    await read.emulateMedia({ reducedMotion: 'reduce' })
    expect(await faultsOf(read)).toEqual([])
    const light = await appearance(read)
    await read.emulateMedia({ colorScheme: 'dark' })
    const dark = await appearance(read)
    expect(dark.background).not.toBe(light.background)
    // Everything has the same place in both schemes, so only the colours can have other faults.
    expect(dark.boxes).toBe(light.boxes)
    expect(await faultsOf(read, { rules: colourRules })).toEqual([])
  })

  test('error: a page that arrives in pieces is painted once, when it is whole', async () => {
    await using slow = await inPieces(server.url, { pieces: 6, pauseMs: 100 })
    const pages = [
      ['/sources', 1440],
      ['/', 320],
      ['/tools/screen', 390],
      ['/sources', 320],
    ] as const
    for (const [path, width] of pages) {
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${slow.url}${path}`)
      const shift = await shiftOf(page)
      const isWhole = await page.evaluate(
        'performance.getEntriesByType("paint")[0].startTime >= performance.getEntriesByType("navigation")[0].responseEnd',
      )
      expect([path, width, shift, isWhole]).toEqual([path, width, 0, true])
      await context.close()
    }
  })

  test('default: text has the same size in our font and in its fallback', async () => {
    const page = await open('/')
    // The first visit fills the cache, because a font that arrives after the first paint is not
    // used.
    await page.evaluate('document.fonts.ready')
    await page.reload()
    const sizes = await page.evaluate<{ width: number; height: number }[]>(`(async () => {
      await document.fonts.load('16px Geist')
      return ['Geist', 'Geist Fallback'].map((family) => {
        const span = document.body.appendChild(document.createElement('span'))
        span.style.cssText = 'position:absolute;font:400 16px ' + JSON.stringify(family)
        span.textContent = 'Quotes, filings, sanctions, macro series and thirty areas of a company'
        const { width, height } = span.getBoundingClientRect()
        return { width, height }
      })
    })()`)
    const [ours, fallback] = sizes
    expect(Math.abs(fallback!.width / ours!.width - 1)).toBeLessThan(0.02)
    expect(Math.abs(fallback!.height / ours!.height - 1)).toBeLessThan(0.02)
    await page.context().close()
  })

  test('default: the price follows each edit of the query, in the page and in the quote', async () => {
    const page = await open('/')
    const sum = page.locator('[data-sum]')
    expect(await sum.textContent()).toBe('0.054')
    await page.getByLabel('risk { sanctions }').check()
    await expect.poll(() => sum.textContent()).toBe('0.081')
    await page.getByRole('button', { name: 'Remove NVDA' }).click()
    await page.getByLabel('Companies').fill('tsla, aapl')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove MSFT' }).click()
    await expect.poll(() => sum.textContent()).toBe('0.054')
    expect(await page.locator('[data-state]').textContent()).toMatch(/The query has changed/)

    await page.getByRole('button', { name: 'Pay 0.054 USDC' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain('0.054 USDC')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Pay/ }).click()
    const rows = page.locator('[data-answer] tbody tr')
    await expect.poll(() => rows.last().textContent()).toMatch(/^\s*TSLA/)
    expect(await page.locator('[data-paid]').textContent()).toMatch(
      /^Paid 0.054 USDC, play money, 0x/,
    )
    expect(await page.locator('[data-state]').textContent()).toMatch(/^Answered .* in \d+ ms$/)
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('behavior: neither Enter on the focused title nor Escape signs anything', async () => {
    const page = await open('/', { wallet: true })
    for (const key of ['Escape', 'Enter']) {
      await page.locator('[data-pay]').click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press(key)
      if (key === 'Enter') await page.getByRole('button', { name: 'Do not pay' }).click()
      await page.getByText('you declined').waitFor()
    }
    expect(await page.evaluate("localStorage.getItem('fiq.purchases')")).toBeNull()
    await page.context().close()
  })

  test.each([320, 390, 1440])(
    'behavior: %i px: the address of the payee is in one line',
    async (width) => {
      const page = await open('/', { width, wallet: true })
      await page.locator('[data-pay]').click()
      const address = page.getByRole('dialog').locator('.payee code')
      await address.waitFor()
      expect(await address.textContent()).toBe(server.payTo)
      expect(await address.evaluate((code) => code.getClientRects().length)).toBe(1)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.context().close()
    },
  )

  test('error: refuses an unknown ticker before a quote, with a suggestion', async () => {
    const page = await open('/')
    for (const ticker of ['AAPL', 'MSFT'])
      await page.getByRole('button', { name: `Remove ${ticker}` }).click()
    await page.getByLabel('Companies').fill('aaple')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove NVDA' }).click()
    await page.locator('[data-pay]').click()
    await page.getByText(/The directory has no ticker "AAPLE"/).waitFor()
    await page.context().close()
  })

  test('error: words that are no tickers or too many stay in the field, and nothing is bought', async () => {
    const page = await open('/')
    const field = page.getByLabel('Companies')
    await field.fill('goog <b>')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Not a ticker: <b>').waitFor()
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([
      ...['<b>', 'true'],
    ])
    await page.locator('[data-pay]').click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await field.fill('T0 T1 T2 T3 T4 T5 T6 T7')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('At most 10 tickers. Not added: T6, T7').waitFor()
    await page.getByRole('button', { name: 'Remove MSFT' }).click()
    await page.getByRole('button', { name: 'Remove NVDA' }).click()
    await field.press('Enter')
    await page.getByRole('button', { name: 'Remove T7' }).waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.context().close()
  })

  test('error: a partly answered call names the unknown ticker, and marks its field', async () => {
    const page = await open('/tools/quotes', { wallet: true })
    const field = page.getByRole('textbox', { name: 'Tickers' })
    await field.fill('aaple')
    await page.keyboard.press('Enter')
    await page.locator('[data-pay]').click()
    await page.getByRole('button', { name: 'Pay with Browser wallet' }).click()
    await page
      .getByRole('alert')
      .getByText(/The directory has no ticker "AAPLE".*AAPL/)
      .waitFor()
    expect(await page.locator('[data-result] tbody tr').count()).toBe(4)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('behavior: without scripts the page has the same content, and the form shows the price', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(server.url)
    expect(await page.locator('[data-sum]').textContent()).toBe('0.054')
    expect(await page.locator('[data-answer] tbody tr').count()).toBe(3)
    await page.getByLabel('shortInterest').uncheck()
    await page.getByRole('button', { name: 'Show the price' }).click()
    expect(await page.locator('[data-sum]').textContent()).toBe('0.045')
    await page.getByRole('button', { name: 'Remove MSFT' }).click()
    expect(await page.locator('[data-sum]').textContent()).toBe('0.030')
    await page.goto(`${server.url}/tools/quotes`)
    expect(await page.getByRole('columnheader', { name: 'cur' }).isVisible()).toBe(true)
    // Tabs and the button of the file need scripts: without them there is no empty bar.
    expect(await page.locator('[data-result] > header').isVisible()).toBe(false)
    await context.close()
  })

  test('default: tries a tool: form, price, play money, table, receipt, the same call', async () => {
    const page = await open('/tools/priceHistory')
    await page.getByLabel('Tickers').fill('aapl MSFT NVDA TSLA AMD ORCL')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove ORCL' }).click()
    await page.getByLabel('Tickers').fill('INTC')
    await page.getByText('3mo', { exact: true }).click()
    await expect.poll(() => page.locator('[data-price] tfoot').textContent()).toMatch(/0\.018/)
    const call = page.locator('[data-snippet="fiq"]')
    await expect.poll(() => call.textContent()).toContain(',INTC range=3mo')
    await page.getByRole('button', { name: 'Pay 0.018 USDC and run' }).click()
    const about = 'Price history of AAPL, MSFT, NVDA, TSLA, AMD, INTC, 1 more'
    await page.getByRole('dialog').getByText(about).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click()
    await page.locator('[data-receipt] dl').waitFor()
    expect(await page.locator('[data-receipt]').textContent()).toMatch(
      /0\.018 USDC, play money.*0x/s,
    )
    await page.getByRole('tab', { name: 'Chart' }).press('ArrowRight')
    expect(await page.locator('#result-1 tbody tr').count()).toBeGreaterThan(50)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('priceHistory.csv')
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    expect(await page.locator('[data-snippet="TypeScript"]').isVisible()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('default: reads, searches and follows the documentation without a network', async () => {
    const page = await open('/docs/errors')
    await page.keyboard.press('/')
    await page.keyboard.type('cap client')
    const found = page.locator('[data-found] a')
    await expect.poll(() => found.count()).toBeGreaterThan(1)
    expect(await found.first().locator('mark').allTextContents()).toContain('cap')
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/[\w-]+#/)
    expect(await page.locator('.prose h1').textContent()).not.toBe('Errors')
    await page.context().close()
  })

  test('behavior: a browser gets a page at a priced address; programs get the same as before', async () => {
    const get = (path: string, accept: string) =>
      fetch(`${server.url}${path}`, { headers: { accept } })
    const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const [path, status] of [
      ['/tools/quotes', 200],
      ['/api/graphql', 400],
      ['/mcp', 405],
      ['/nothing', 404],
    ] as const) {
      const page = await get(path, html)
      expect([path, page.status]).toEqual([path, status])
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    }
    const program = await get('/tools/quotes', '*/*')
    expect([program.status, program.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const unpaid = await fetch(`${server.url}/tools/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: html },
      body: '{"tickers":["AAPL"]}',
    })
    expect([unpaid.status, await unpaid.text()]).toEqual([402, '{}'])
  })

  test('behavior: filters sources in the page', async () => {
    const page = await open('/sources')
    const count = page.locator('[data-count]')
    const all = await page.locator('#sources tbody tr').count()
    await page.keyboard.press('/')
    await page.keyboard.type('sec edgar')
    await expect.poll(() => count.textContent()).not.toBe(`${all} of ${all}`)
    expect(await page.locator('#sources tbody tr:visible').count()).toBeLessThan(20)
    await page.getByText(/^Needs an agreement \d+$/).click()
    await page.getByText('No source fits').waitFor()
    await page.context().close()
  })

  test('default: GraphiQL prices the typed query, pays by wallet, and stores its cost', async () => {
    const before = await server.devnet.balanceOf(server.payTo)
    const page = await open('/graphiql', { wallet: true, width: 1920 })
    const badge = page.getByLabel('Price of this query', { exact: true })
    await badge.waitFor()
    await expect.poll(() => badge.textContent()).toBe('0.015 USDC')
    expect(await faultsOf(page, { exclude: graphiqlsOwn })).toEqual([])
    const text = page.locator('.graphiql-query-editor .view-lines')
    expect(await text.evaluate((each) => getComputedStyle(each).fontFamily)).toMatch(
      /^"Geist Mono"/,
    )

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
      'market110.003',
      'financials.income150.015',
    ])
    await dialog.getByRole('button', { name: 'Pay with Browser wallet' }).click()
    await expect
      .poll(() => page.locator('.graphiql-response').textContent())
      .toMatch(/entityByTicker/)
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 21_000n)

    await page.getByRole('button', { name: /Spending/ }).click()
    const spent = page.locator('.purchases li').first()
    expect(await spent.textContent()).toMatch(/^0.021 USDC answered/)
    expect(await faultsOf(page, { exclude: graphiqlsOwn })).toEqual([])
    await page.context().close()
  })

  test.each(views)(
    'default: before the first run, GraphiQL explains the answer at $width pixels, dark: $dark',
    async (view) => {
      const page = await open('/graphiql', { wallet: true, ...view })
      const guide = page.getByRole('region', { name: 'The answer appears here' })
      await guide.getByRole('button', { name: 'Run for 0.015 USDC' }).waitFor()
      expect(await guide.textContent()).toMatch(/costs 0.015 USDC, which are 5 credits/)
      const exclude = graphiqlsOwn.map(
        (part) => `${part}${part.endsWith('response') ? ' > :not(.graphiql-footer)' : ''}`,
      )
      expect(await faultsOf(page, { exclude })).toEqual([])
      expect(await shiftOf(page)).toBe(0)
      // All of the bar with the button of the variables is above the answer.
      const bar = await page.locator('.graphiql-editor-tools').boundingBox()
      const editors = await page.locator('.graphiql-editors').boundingBox()
      expect(bar!.y + bar!.height).toBeLessThanOrEqual(editors!.y + editors!.height)
      // The example fits a wide editor, so no horizontal scroll bar is drawn or faded out.
      const scrollBars = '.graphiql-editors .scrollbar.horizontal:is(.visible, .fade)'
      if (view.width >= 1440) expect(await page.locator(scrollBars).count()).toBe(0)
      await guide.getByRole('button', { name: 'Run for 0.015 USDC' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Do not pay' }).click()
      await expect.poll(() => page.locator('.graphiql-response').textContent()).toMatch(/errors/)
      expect(await guide.count()).toBe(0)
      await page.context().close()
    },
  )

  test('default: with a key GraphiQL queries without a quote, shows the cost and the fiq command', async () => {
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

  test('behavior: if there is little room, one pane uses it until it is closed', async () => {
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

  test('behavior: the documentation shows the price of a field', async () => {
    const page = await open('/graphiql')
    await page.getByRole('button', { name: /Documentation Explorer/ }).click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await expect
      .poll(() => page.locator('.graphiql-doc-explorer-content').textContent())
      .toMatch(/1 credit \(0\.003 USDC\) per item of tickers/)
    await page.context().close()
  })

  test('behavior: a page that was closed before the answer resumes that payment, and makes no other', async () => {
    const before = await server.devnet.balanceOf(server.payTo)
    const page = await open('/graphiql#query={marketStatus{session}}', { wallet: true })
    let lost = 0
    await page.route('**/api/graphql', async (route) => {
      if (route.request().headers()['payment-signature'] === undefined) return route.continue()
      // The server answers, but the answer is lost.
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

  test('behavior: pages run only our scripts, and cannot be framed', async () => {
    for (const path of ['/', '/sources', '/graphiql']) {
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

import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createPayer, present } from '../e2e/faults/payer.ts'
import { openChromium } from '../e2e/testing/chromium.ts'
import { runningServer } from '../e2e/testing/running-server.ts'
import { createSessions } from '../packages/server/src/http/admin/sessions.ts'
import { createOperatorStore } from '../packages/server/src/storage/admin/operator-store.ts'
import {
  ledgerFile,
  openSqliteDatabase,
} from '../packages/server/src/storage/database/sqlite-database.ts'

/**
 * Saves a picture of each page at two widths in both colour schemes, for visual checks. Makes a few
 * purchases, and signs in for the pages of the account and of operators.
 *
 * `pnpm run build && pnpm screens [PAGE…]`
 *
 * The pictures are in `screens/`, which is not committed.
 */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  tool: '/tools/priceHistory',
  quotes: '/tools/quotes',
  docs: '/docs/proxy',
  'docs-list': '/docs',
  sources: '/sources',
  missing: '/nothing/here',
  mistyped: '/tools/priceHistroy',
  graphiql: '/graphiql',
  'sign-in': '/account',
}
/** Pages of an account, with a step that opens a dialog or causes an error. */
const accountPages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  account: async () => {},
  'top-up': async (page) => {
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('dialog').waitFor()
  },
  revoke: async (page) => {
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  },
}
const adminPages: Readonly<Record<string, string>> = {
  admin: '',
  'admin-payment': 'payments?open=first',
  'admin-payments': 'payments',
  'admin-organisations': 'organisations',
  'admin-system': 'system',
  'admin-log': 'log',
}
const widths = [1440, 390]
const schemes = ['light', 'dark'] as const

const folder = join(import.meta.dirname, '../screens')
const chosen = process.argv.slice(2)
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name)
mkdirSync(folder, { recursive: true })
const payer = privateKeyToAccount(generatePrivateKey())
const server = await runningServer()
const browser = await openChromium()
try {
  await buy()
  for (const width of widths)
    for (const colorScheme of schemes) {
      const viewport = { width, height: 900 }
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      await takeAll(context, `${width}-${colorScheme}`)
      await context.close()
    }
} finally {
  await browser.close()
  await server.close()
}

async function takeAll(context: BrowserContext, view: string): Promise<void> {
  const page = await context.newPage()
  const take = async (name: string) => {
    const path = join(folder, `${name}-${view}.png`)
    // The head sticks to the top of the window, in the middle of a picture of a scrolled page.
    await page.evaluate('scrollTo(0, 0)')
    await page.screenshot({ path, fullPage: true })
    process.stdout.write(`${path}\n`)
  }
  // The first page fills the cache, so that all pictures use our fonts.
  await page.goto(server.url, { waitUntil: 'networkidle' })
  for (const [name, path] of Object.entries(pages).filter(([name]) => isWanted(name))) {
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
    // The editor loads when the page is there already.
    if (name === 'graphiql') await page.locator('.view-line .mtk1').first().waitFor()
    await take(name)
  }
  if (isWanted('docs-search'))
    for (const [name, words] of [
      ['docs-search', 'cap client'],
      ['docs-search-none', 'qwertz'],
    ] as const) {
      await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
      await page.getByRole('searchbox').fill(words)
      await page.locator('[data-found-count]', { hasText: /./ }).waitFor()
      await take(name)
    }
  if (isWanted('answer')) {
    await page.goto(`${server.url}/tools/priceHistory`, { waitUntil: 'networkidle' })
    await buyInPage(page, () => take('pay'))
    await take('answer')
  }
  const ofAccount = Object.entries(accountPages).filter(([name]) => isWanted(name))
  if (ofAccount.length > 0) await signIn(page)
  for (const [name, open] of ofAccount) {
    await open(page)
    await take(name)
  }
  const ofOperators = Object.entries(adminPages).filter(([name]) => isWanted(name))
  if (ofOperators.length > 0) await page.goto(await operatorLink())
  if (ofOperators.length > 0) {
    if (isWanted('admin-sign-in')) await take('admin-sign-in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  }
  for (const [name, path] of ofOperators) {
    const open = path.replace('first', `${payer.address.toLowerCase()}/0x${'1'.padStart(64, '0')}`)
    await page.goto(`${server.url}/admin#/${open}`)
    await page
      .getByText(/^Live: read/)
      .last()
      .waitFor()
    await take(name)
  }
}

/** Makes payments, so that the pages of operators have contents. */
async function buy(): Promise<void> {
  await server.devnet.faucet(payer.address, 10_000_000n)
  const purchases = createPayer(server.url, payer)
  for (let count = 0; count < 8; count += 1) await present(server.url, await purchases.sign())
}

/**
 * Buys the answer of a tool's page.
 *
 * @param shown - Called while the dialog is open.
 */
async function buyInPage(page: Page, shown: () => Promise<void>): Promise<void> {
  await page
    .getByRole('button', { name: /^(Pay|Buy|Run)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await shown()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('a sample').waitFor({ state: 'detached' })
}

/** Signs in with the play wallet, buys credits, and creates a key and some usage. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/account`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Continue with the play wallet' }).click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click()
  await page.locator('.figures dd', { hasText: '1,666' }).first().waitFor()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('button', { name: 'New key' }).click()
  const key = await page.locator('[data-shown] code').textContent()
  for (const query of [
    '{ quotes(tickers: ["AAPL"]) { ticker } }',
    '{ gdp(country: "USA") { date } }',
  ])
    await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query }),
    })
  await page.reload({ waitUntil: 'networkidle' })
}

/** A one-time link that signs an operator in. */
async function operatorLink(): Promise<string> {
  const database = openSqliteDatabase(join(server.folder, 'data', ledgerFile))
  const ports = { nowMs: () => Date.now(), random: randomBytes }
  const store = createOperatorStore(database)
  await store.addOperator({ name: 'ann', createdAt: Date.now() })
  const sessions = createSessions({ store, ...ports })
  const { code } = await sessions.newCode('ann')
  await database.close()
  return `${server.url}/admin#code=${code}`
}

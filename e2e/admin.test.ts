import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatUsdcPadded } from '@fiq/shared/money/usdc'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Browser, Locator, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessions } from '../packages/server/src/http/admin/sessions.ts'
import { createOperatorStore } from '../packages/server/src/storage/admin/operator-store.ts'
import {
  ledgerFile,
  openSqliteDatabase,
} from '../packages/server/src/storage/database/sqlite-database.ts'
import { openSqlitePaymentRecord } from '../packages/server/src/storage/payments/testing/sqlite-payment-record.ts'
import { createPayer, type Purchase, present } from './faults/payer.ts'
import { expectWell, shiftWhenSlow } from './testing/checked-page.ts'
import { chromiumPath, openChromium } from './testing/chromium.ts'
import { runningServer } from './testing/running-server.ts'

const main = join(import.meta.dirname, '../packages/server/dist/fiq-server.js')
const pictures = process.env['FIQ_TEST_PICTURES']

// In CI the tests fail without a browser.
describe.skipIf(chromiumPath === undefined && !process.env['CI'])("the operator's page", () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let browser: Browser
  let page: Page
  const account = privateKeyToAccount(generatePrivateKey())
  const payer = account.address.toLowerCase()
  const problems: string[] = []
  let paid: Purchase[] = []
  let left: Awaited<ReturnType<typeof leaveUnanswered>>

  /** Runs the operator's command as a process beside the server. */
  const operator = async (...words: string[]) => {
    const args = [main, ...words, '--data-dir', join(server.folder, 'data'), '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout) as Record<string, string>
  }

  beforeAll(async () => {
    server = await runningServer({ serveFacilitator: 'on' })
    browser = await openChromium()
    await server.devnet.faucet(account.address, 10_000_000n)
    const wallet = createPayer(server.url, account)
    paid = [await wallet.sign(), await wallet.sign(), await wallet.sign()]
    for (const each of paid) expect((await present(server.url, each))?.status).toBe(200)
    left = await leaveUnanswered()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /**
   * Creates the state after a crash: claimed. `settle`: settled on the chain, but unknown to the
   * record.
   */
  async function leaveUnanswered() {
    const { payTo } = server
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const authorization = {
      from: payer as `0x${string}`,
      to: payTo,
      value: 21_000n,
      validAfter: 0n,
      validBefore: BigInt(nowSeconds + 3_600),
      nonce: `0x${'9'.repeat(64)}` as const,
    }
    const signature = await account.signTypedData(typedDataOf(authorization))
    const record = openSqlitePaymentRecord(join(server.folder, 'data', ledgerFile))
    await record.claim({
      payer: authorization.from,
      nonce: authorization.nonce,
      request: 'lost',
      signed: { authorization, signature },
      createdAt: Date.now(),
    })
    await record.close()
    const { network, asset } = usdcOnBase
    const accepted = {
      scheme: 'exact',
      network,
      asset,
      amount: '21000',
      payTo,
      maxTimeoutSeconds: 3_600,
      extra: { name: 'USD Coin', version: '2' },
    }
    const { from, to, nonce } = authorization
    const signed = { from, to, nonce, value: '21000', validAfter: '0' }
    const payload = {
      signature,
      authorization: { ...signed, validBefore: String(authorization.validBefore) },
    }
    const settle = async () => {
      const answer = await fetch(`${server.url}/facilitator/settle`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          x402Version: 2,
          paymentPayload: { x402Version: 2, accepted, payload },
          paymentRequirements: accepted,
        }),
      })
      expect(await answer.json()).toMatchObject({ success: true })
    }
    return { nonce: authorization.nonce, settle }
  }

  async function openPage(path: string, { width = 1024, dark = false } = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      // The contrast of an element is too low while it fades in.
      reducedMotion: 'reduce',
    })
    const opened = await context.newPage()
    opened.setDefaultTimeout(10_000)
    opened.on('pageerror', (error) => problems.push(error.message))
    opened.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|404)/.test(message.text()))
        problems.push(message.text())
    })
    opened.on('request', (request) => {
      if (new URL(request.url()).origin !== server.url) problems.push(request.url())
    })
    await opened.goto(path.startsWith('http') ? path : `${server.url}${path}`)
    return opened
  }

  const signedIn = async (options: { width?: number; dark?: boolean } = {}) => {
    const database = openSqliteDatabase(join(server.folder, 'data', ledgerFile))
    const ports = { nowMs: () => Date.now(), random: randomBytes }
    const sessions = createSessions({ store: createOperatorStore(database), ...ports })
    const { code } = await sessions.newCode('ann')
    await database.close()
    const opened = await openPage(`/admin#code=${code}`, options)
    await opened.getByRole('button', { name: 'Sign in' }).click()
    await opened.getByRole('heading', { name: 'Overview' }).waitFor()
    return opened
  }

  test('default: before set-up it explains how; a link signs in once, and the address then drops the code', async () => {
    const before = await openPage('/admin')
    expect(await before.locator('main').textContent()).toContain('fiq-server operators add NAME')
    await before.context().close()

    const { link } = await operator('operators', 'add', 'ann', '--public-url', server.url)
    page = await openPage(link!)
    await page.getByLabel('Sign-in code').waitFor()
    expect(page.url()).toBe(`${server.url}/admin`)
    await expectWell(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Revenue, USDC' }).waitFor()

    const again = await openPage(link!)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('unknown, used or older than 10 minutes').waitFor()
    await again.context().close()
    expect(problems).toEqual([])
  })

  test('default: real payments are summed, and found by nonce and by transaction', async () => {
    const whole = paid.reduce((sum, { amount }) => sum + amount, 0n)
    const shown = `${formatUsdcPadded(whole)} USDC`
    await page.locator('.figures > div').filter({ hasText: shown }).first().waitFor()
    expect(await page.locator('.charts svg[role="img"]').count()).toBe(4)
    const owed = page.locator('.figures dt')
    expect((await owed.allTextContents()).slice(2, 4)).toEqual([
      'Owed to buyers',
      'Latency, median',
    ])

    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    const rows = page.getByRole('region', { name: 'Payments found' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(4)
    const transaction = (await rows.last().locator('code').last().getAttribute('title')) ?? ''
    for (const text of [paid[0]!.nonce, transaction]) {
      await page.getByLabel('Payer, nonce or transaction').fill(text)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByRole('region', { name: 'Payments found' }).locator('tbody a').last().click()
      const detail = page.getByRole('region', { name: 'Payment', exact: true })
      await detail.getByText('Now answered').waitFor()
      expect(await detail.textContent()).toContain(paid[0]!.nonce)
      expect(await detail.textContent()).toContain(transaction)
      await detail.getByRole('button', { name: 'Close' }).click()
    }
    await page.goto(`${server.url}/admin#/payments`)
    await expect.poll(() => rows.count()).toBe(4)
    expect(await rows.last().textContent()).toContain('marketStatus')
    const file = await page.evaluate(() =>
      fetch('/admin/files/payments.csv').then((answer) => answer.text()),
    )
    expect(file.split('\r\n').slice(0, -1)).toHaveLength(5)
    const sums = await page.getByRole('region', { name: 'Payments found' }).locator('tfoot td')
    const amounts = file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',').at(-5)))
    expect(Number(await sums.nth(1).textContent())).toBeCloseTo(
      amounts.reduce((sum, each) => sum + each, 0),
    )
    await page.getByLabel('Payer, nonce or transaction').fill('0x12')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('not a payer, nonce or transaction').waitFor()
    problems.length = 0
  })

  test('behavior: after a crash, a requested reconciliation decides the open payments', async () => {
    await page.goto(`${server.url}/admin#/payments?open=${payer}/${left.nonce}`)
    const detail = page.getByRole('region', { name: 'Payment', exact: true })
    const reconcile = detail.getByRole('button', { name: 'Reconcile' })
    await reconcile.waitFor()
    // Not earlier, because the server also queries the chain from time to time.
    await left.settle()
    await reconcile.click()
    await detail.getByText('1 owed').waitFor()
    await detail.getByRole('button', { name: 'Turn into credits' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await detail.getByRole('button', { name: 'Turn into credits' }).click()
    await page.getByRole('dialog').getByText('0.021 USDC').waitFor()
    await expectWell(page)
    await page.getByRole('button', { name: 'Grant the credits' }).click()
    await detail.getByText('The payer has 7 credits for it.').waitFor()
    await detail.getByText('Turned into credits: 7 credits').waitFor()
    expect(problems).toEqual([])
  })

  test('behavior: creates an organisation, grants credits with a reason, and creates and revokes a key', async () => {
    await page.getByRole('link', { name: 'Organisations', exact: true }).click()
    await page.getByLabel('Its name').fill('Acme')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Acme' }).click()
    await page.getByLabel('Credits', { exact: true }).fill('12')
    await page.getByLabel('Reason').fill('goodwill')
    await page.getByRole('button', { name: 'Grant credits' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('12 prepaid credits, 0 left').waitFor()
    await page.getByLabel('Name of the key').fill('ci')
    await page.getByRole('button', { name: 'New key' }).click()
    const key = (await page.locator('.made code').textContent()) ?? ''
    const ask = () =>
      fetch(`${server.url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: '{ marketStatus { session } }' }),
      })
    expect((await ask()).status).toBe(200)
    await page.getByText('7 prepaid credits, 0 left').waitFor()
    await expectWell(page)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(/revoked 20/).waitFor()
    expect((await ask()).status).toBe(401)
    expect(problems).toEqual([])
  })

  test('behavior: another site with the cookie can neither change nor read anything', async () => {
    const cookies = await page.context().cookies()
    const session = cookies.find(({ name }) => name === 'fiq_admin')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    // Another port of this machine is the same site for the cookie, which is sent, but another
    // origin.
    const elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<title>elsewhere</title>')
    })
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const foreign = await page.context().newPage()
    await foreign.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    const answered = foreign.waitForResponse((each) => each.request().method() === 'POST')
    const outcomes = await foreign.evaluate(async (url) => {
      const body = JSON.stringify({ name: 'Evil', plan: 'basic' })
      const send = (path: string, init: RequestInit) =>
        fetch(`${url}/admin/api/${path}`, { credentials: 'include', ...init }).then(
          async (answer) => `${answer.type} ${answer.status}`,
          () => 'refused',
        )
      const json = { 'content-type': 'application/json' }
      return [
        await send('sign-out', { method: 'POST', mode: 'no-cors' }),
        await send('organisations', { method: 'POST', headers: json, body }),
        await send('overview', {}),
      ]
    }, server.url)
    expect(outcomes).toEqual(['opaque 0', 'refused', 'refused'])
    expect((await answered).status()).toBe(403)
    await foreign.close()
    elsewhere.close()
    expect(await operator('orgs', 'list')).not.toContainEqual(
      expect.objectContaining({ name: 'Evil' }),
    )
  })

  test.each([
    [390, true],
    [1024, false],
    [1920, true],
    // Screenshots for visual checks.
    ...(pictures
      ? ([
          [390, false],
          [1024, true],
          [1920, false],
        ] as const)
      : []),
  ] as const)('default: every part at %i pixels, dark: %j', async (width, dark) => {
    const opened = await signedIn({ width, dark })
    for (const [name, heading] of [
      ['', 'Overview'],
      ['payments', 'Payments'],
      ['organisations', 'Organisations'],
      ['system', 'Sources and system'],
      ['log', 'Log of operators'],
    ] as const) {
      await opened.goto(`${server.url}/admin#/${name}`)
      await opened.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await opened.getByText(/^Live: read/).waitFor()
      await expectWell(opened)
      if (pictures)
        await opened.screenshot({
          path: join(
            pictures,
            `admin-${width}-${dark ? 'dark' : 'light'}-${name || 'overview'}.png`,
          ),
          fullPage: true,
        })
    }
    await opened.context().close()
    expect(problems).toEqual([])
  })

  test('behavior: at 390 pixels a file link is beside its heading, and the hours of a source beside its numbers', async () => {
    const opened = await signedIn({ width: 390 })
    const part = opened.getByRole('region', { name: 'Sources' })
    const middleOf = async (place: Locator) => {
      const box = await place.boundingBox()
      return box!.y + box!.height / 2
    }
    const apart = async (one: Locator, other: Locator) =>
      Math.abs((await middleOf(one)) - (await middleOf(other)))
    expect(await apart(part.getByRole('heading'), part.getByRole('link'))).toBeLessThan(20)
    const source = part.locator('tbody tr').first()
    expect(
      await apart(source.locator('.strip24'), source.locator('td[data-unit="ms"]')),
    ).toBeLessThan(8)
    const overflow = (header: Element) => header.scrollWidth - header.clientWidth
    expect(await part.locator('header').evaluate(overflow)).toBeLessThanOrEqual(0)
    await opened.context().close()
  })

  test('error: a slow processor draws each part once, without a shift', {
    timeout: 300_000,
  }, async () => {
    for (const [width, name] of [
      [390, ''],
      [320, 'payments'],
      [1440, 'organisations'],
      [390, 'system'],
    ] as const) {
      const opened = await signedIn({ width })
      const url = `${server.url}/admin#/${name}`
      const shift = await shiftWhenSlow(opened, url, 'text=/^Live: read/')
      expect([name, width, shift]).toEqual([name, width, 0])
      await opened.context().close()
    }
    expect(problems).toEqual([])
  })

  test('behavior: marks stale figures, and signs out', async () => {
    await page.goto(`${server.url}/admin#/`)
    await page.getByText(/^Live: read/).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/Out of date: last read/).waitFor()
    await page.context().setOffline(false)
    await page.getByText(/^Live: read/).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Sign-in code').waitFor()
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  })
})

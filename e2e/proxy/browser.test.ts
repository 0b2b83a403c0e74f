import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proxyScene } from '../../packages/cli/src/proxy/testing/proxy-scene.ts'

const executablePath = findChromium()
if (executablePath === undefined)
  process.stderr.write('e2e/proxy/browser: skipped, there is no chromium (set CHROMIUM).\n')

/**
 * Attacks from a page, as source of a function that runs there. Each receives the address and a
 * valid token, which is the worst case.
 */
const attempts: Readonly<Record<string, string>> = {
  'fetch, cors': `({ url, token }) =>
    fetch(url + '/tools/quotes', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
      body: '{"tickers":["A"]}',
    }).then((response) => response.text())`,
  'fetch, simple': `({ url }) =>
    fetch(url + '/api/graphql', { method: 'POST', body: '{"query":"{ free }"}' }).then((response) =>
      response.text())`,
  'fetch, no-cors': `({ url }) =>
    fetch(url + '/tools/quotes', { method: 'POST', mode: 'no-cors', body: '{"tickers":["A"]}' })`,
  'fetch of a page': `({ url }) => fetch(url + '/healthz').then((response) => response.text())`,
  beacon: `({ url }) =>
    navigator.sendBeacon(url + '/api/graphql', new Blob(['{}'], { type: 'text/plain' }))`,
  image: `({ url }) => load('img', url + '/healthz')`,
  script: `({ url }) => load('script', url + '/api/v1/tariff')`,
  frame: `({ url }) => load('iframe', url + '/tools/quotes')`,
  form: `({ url }) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', enctype: 'text/plain', action: url + '/tools/quotes' })
    const field = document.createElement('input')
    Object.assign(field, { name: '{"tickers":["A"],"x":"', value: '"}' })
    const frame = document.createElement('iframe')
    frame.name = form.target = 'target'
    form.append(field)
    document.body.append(form, frame)
    return new Promise((resolve) => {
      frame.onload = resolve
      form.submit()
    })
  }`,
  WebSocket: `({ url }) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace('http', 'ws') + '/mcp')
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('refused')
    })`,
  EventSource: `({ url }) =>
    new Promise((resolve) => {
      const source = new EventSource(url + '/mcp')
      source.onopen = () => resolve('open')
      source.onerror = () => {
        source.close()
        resolve('refused')
      }
    })`,
}

/** Runs in the page: adds an element that loads an address, and waits for the result. */
const load = `(tag, src) =>
  new Promise((resolve) => {
    const element = document.createElement(tag)
    Object.assign(element, { onload: () => resolve('loaded'), onerror: () => resolve('refused'), src })
    document.body.append(element)
  })`

describe.skipIf(executablePath === undefined)('a page in a real browser', () => {
  let browser: Browser
  let scene: Awaited<ReturnType<typeof proxyScene>>
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><body>evil</body>')
  })

  beforeAll(async () => {
    scene = await proxyScene()
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ['--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1'],
    })
  })
  afterAll(async () => {
    await browser.close()
    evil.close()
    await scene.close()
  })

  const pages: Readonly<Record<string, () => string>> = {
    'of another site': () => `http://evil.example:${(evil.address() as AddressInfo).port}/`,
    'of another port of this machine': () =>
      `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`,
    'whose name was rebound to the proxy': () =>
      `http://evil.example:${new URL(scene.url).port}/healthz`,
  }

  test.each(
    Object.keys(pages).flatMap((page) => Object.keys(attempts).map((name) => [page, name])),
  )('error: %s, %s: refused, nothing paid', async (where, name) => {
    const before = scene.lines.length
    const page = await openPage(browser, pages[where!]!())
    const origin = where!.includes('rebound')
      ? `http://evil.example:${new URL(scene.url).port}`
      : scene.url
    const got = await page
      .evaluate(`(${attempts[name!]})(${JSON.stringify({ url: origin, token: scene.token })})`)
      .catch((error: Error) => error.message)
    await page.close()
    const statuses = scene.lines
      .slice(before)
      .flatMap((line) => / (?:http|mcp) .+? (\d{3}) /.exec(line)?.[1] ?? [])
    expect(statuses.filter((status) => Number(status) < 400)).toEqual([])
    expect(got).not.toBe('open')
    expect(String(got)).not.toContain('"data":{')
    expect(scene.server.unpaidCount()).toBe(0)
    expect(scene.server.payments).toEqual([])
    expect(scene.signatures()).toBe(0)
  })

  test('behavior: answers the same request from a program', async () => {
    expect((await scene.quotes('AAPL')).status).toBe(200)
  })
})

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.evaluate(`window.load = ${load}`)
  return page
}

/** The machine's browser: `CHROMIUM`, or a usual name on the PATH. */
function findChromium(): string | undefined {
  const given = process.env['CHROMIUM']
  if (given) return given
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {
      // Tries the next name.
    }
  return undefined
}

import { beforeEach, describe, expect, test } from 'vitest'
import type { Send } from './exchange.ts'
import { yahooSession } from './yahoo-session.ts'

const quote = new URL('https://query1.finance.yahoo.com/v7/finance/quote?symbols=A')
let requests: [string, Readonly<Record<string, string>>][] = []
let crumb = 'aB.c/1'
let status = 200
let cookie: string | undefined = 'A3=d1; Expires=never; Secure'
const send: Send = async ({ url }, headers) => {
  requests.push([url.href, headers])
  const opening = url.host === 'fc.yahoo.com'
  return {
    url,
    status: opening ? 404 : status,
    headers: opening ? { 'set-cookie': cookie } : {},
    body: new TextEncoder().encode(opening ? '' : crumb),
  }
}
beforeEach(() => {
  requests = []
  crumb = 'aB.c/1'
  status = 200
  cookie = 'A3=d1; Expires=never; Secure'
})

test('default: uses one cookie and crumb for all callers', async () => {
  const session = yahooSession()
  const [one, other] = await Promise.all([session.sign(quote, send), session.sign(quote, send)])
  expect(one).toEqual(other)
  expect(one.url.href).toBe(`${quote.href}&crumb=aB.c%2F1`)
  expect(one.headers['cookie']).toBe('A3=d1')
  expect(requests.map(([url]) => url)).toEqual([
    'https://fc.yahoo.com/',
    'https://query1.finance.yahoo.com/v1/test/getcrumb',
  ])
  expect(requests[1]?.[1]['cookie']).toBe('A3=d1')
  session.forget()
  await session.sign(quote, send)
  expect(requests).toHaveLength(4)
})

test('behavior: charts and other hosts need none', async () => {
  for (const url of ['https://query2.finance.yahoo.com/v8/finance/chart/A', 'https://x.org/v7/a'])
    expect(await yahooSession().sign(new URL(url), send)).toEqual({
      url: new URL(url),
      headers: {},
    })
  expect(requests).toEqual([])
})

describe('refused', () => {
  const faults: [string, () => void, string][] = [
    ['no cookie', () => (cookie = undefined), 'UPSTREAM_CHANGED'],
    ['Too Many Requests with 200', () => (crumb = 'Too Many Requests'), 'UPSTREAM_CHANGED'],
    ['an HTML page', () => (crumb = '<html></html>'), 'UPSTREAM_CHANGED'],
    ['an empty crumb', () => (crumb = ''), 'UPSTREAM_CHANGED'],
    ['status 429', () => (status = 429), 'UPSTREAM_RATE_LIMITED'],
    ['status 500', () => (status = 500), 'UPSTREAM_UNAVAILABLE'],
  ].map(([name, fault, code]) => [
    name as string,
    () => void (fault as () => unknown)(),
    code as string,
  ])

  test.each(faults)('error: %s, and the next caller tries again', async (_name, fault, code) => {
    const session = yahooSession()
    fault()
    await expect(session.sign(quote, send)).rejects.toMatchObject({ code })
    crumb = 'fine1'
    cookie = 'A3=d2'
    status = 200
    expect((await session.sign(quote, send)).headers['cookie']).toBe('A3=d2')
  })
})

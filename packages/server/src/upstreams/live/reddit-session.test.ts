import { expect, test } from 'vitest'
import type { Send } from './exchange.ts'
import { redditSession } from './reddit-session.ts'

const api = new URL('https://oauth.reddit.com/r/stocks/comments')
const keys: Record<string, string> = { REDDIT_CLIENT_ID: 'me', REDDIT_CLIENT_SECRET: 'secret' }

function scene(status: number, answer: unknown, keyOf = (name: string) => keys[name]) {
  const requests: unknown[] = []
  let now = 0
  const send: Send = async ({ url, method, body }, { authorization }) => {
    requests.push([method, url.href, body, authorization])
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { status, url, headers: {}, body: new TextEncoder().encode(text) }
  }
  const session = redditSession(keyOf, () => now)
  return {
    requests,
    pass: (ms: number) => (now += ms),
    ask: (url = api) => session.headersFor(url, send),
  }
}
const token = { access_token: 'a-token-of-theirs', expires_in: 3_600 }

test('default: uses one token for all, renewed before it ends', async () => {
  const { ask, requests, pass } = scene(200, token)
  const headers = { authorization: 'Bearer a-token-of-theirs' }
  expect([await ask(), await ask()]).toEqual([headers, headers])
  expect(requests).toEqual([
    [
      'POST',
      'https://www.reddit.com/api/v1/access_token',
      'grant_type=client_credentials',
      `Basic ${Buffer.from('me:secret').toString('base64')}`,
    ],
  ])
  pass(3_541_000)
  await ask()
  expect(requests).toHaveLength(2)
})

test('behavior: sends nothing to other hosts', async () => {
  const { ask, requests } = scene(200, token)
  expect(await ask(new URL('https://www.reddit.com/'))).toEqual({})
  expect(requests).toEqual([])
})

test.each([
  [200, 'no JSON', 'UPSTREAM_CHANGED'],
  [200, { access_token: 'x y' }, 'UPSTREAM_CHANGED'],
  [500, '', 'UPSTREAM_UNAVAILABLE'],
  [429, '', 'UPSTREAM_RATE_LIMITED'],
  [401, '', 'NOT_CONFIGURED'],
])(
  'error: status %s with %j gives %s, and the next call tries again',
  async (status, answer, code) => {
    const { ask, requests } = scene(status, answer)
    await expect(ask()).rejects.toMatchObject({ code })
    await expect(ask()).rejects.toMatchObject({ code })
    expect(requests).toHaveLength(2)
  },
)

test('error: sends no request without its two settings', async () => {
  const { ask, requests } = scene(200, token, () => undefined)
  await expect(ask()).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  expect(requests).toEqual([])
})

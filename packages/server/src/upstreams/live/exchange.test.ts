import { MockAgent } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exchange } from './exchange.ts'

let agent: MockAgent
beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
})
afterEach(() => agent.close())

const send = (url: string, rest: object = {}) =>
  exchange(
    { url: new URL(url), expects: 'json', ...rest },
    { 'if-none-match': '"1"' },
    AbortSignal.timeout(5_000),
    {
      hosts: new Set(['x.org', 'y.org']),
      upstreamKeyOf: () => undefined,
      dispatcher: agent,
      bodyBytesMax: 100,
    },
  )
const reply = (host: string, path: string, status: number, headers: Record<string, string> = {}) =>
  agent
    .get(`https://${host}`)
    .intercept({ path, method: () => true })
    .reply(status, status === 200 ? 'body' : 'ignored', { headers })

test('default: returns the body of the last address, and that address', async () => {
  reply('x.org', '/a', 301, { location: '//y.org/b' })
  reply('y.org', '/b', 307, { location: 'c?d=1' })
  reply('y.org', '/c?d=1', 200, { etag: '"2"' })
  const came = await send('https://x.org/a')
  expect(came).toMatchObject({ status: 200, headers: { etag: '"2"' } })
  expect(came.url.href).toBe('https://y.org/c?d=1')
  expect(Buffer.from(came.body).toString()).toBe('body')
})

test('behavior: sends a key in its header, and omits an optional one', async () => {
  const requests: unknown[] = []
  const host = (name: string) =>
    agent
      .get(`https://${name}`)
      .intercept({ path: '/a', method: 'GET' })
      .reply(200, ({ headers }) => {
        requests.push((headers as Record<string, string>)['authorization'])
        return 'body'
      })
  const hosts = new Set(['www.courtlistener.com', 'api.fda.gov'])
  const upstreamKeyOf = (variable: string) =>
    variable === 'COURTLISTENER_TOKEN' ? 'secret' : undefined
  for (const name of hosts) {
    host(name)
    await exchange(
      { url: new URL(`https://${name}/a`), expects: 'json' },
      {},
      AbortSignal.timeout(5_000),
      { hosts, upstreamKeyOf, dispatcher: agent, bodyBytesMax: 100 },
    )
  }
  expect(requests).toEqual(['Token secret', undefined])
})

test('behavior: only a 200 has a body; 304 is not a redirect', async () => {
  reply('x.org', '/a', 304, { location: 'https://y.org/b' })
  expect(await send('https://x.org/a')).toMatchObject({ status: 304, body: { length: 0 } })
})

test('error: does not redirect a POST, and follows at most five redirects', async () => {
  reply('x.org', '/p', 308, { location: 'https://y.org/p' })
  await expect(send('https://x.org/p', { method: 'POST', body: '{}' })).rejects.toMatchObject({
    code: 'UPSTREAM_CHANGED',
  })
  for (let hop = 0; hop < 7; hop += 1)
    reply('x.org', `/${hop}`, 302, { location: `https://x.org/${hop + 1}` })
  await expect(send('https://x.org/0')).rejects.toMatchObject({
    message: 'x.org answered more than 5 redirects.',
  })
})

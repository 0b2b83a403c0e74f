import { expect, test } from 'vitest'
import { sendChange } from './change.ts'

const ports = (answer: () => Response | Promise<Response>) => {
  const asked: unknown[] = []
  const fetch = (async (path: string, init: RequestInit) => {
    asked.push([path, init])
    return answer()
  }) as typeof globalThis.fetch
  return { asked, ports: { fetch, csrf: 'token' } }
}

test('default: sends the change with the token of the session', async () => {
  const { asked, ports: with_ } = ports(() => Response.json({ a: 1 }))
  expect(await sendChange('/account/api/keys', { name: 'ci' }, with_)).toEqual({ a: 1 })
  expect(asked).toEqual([
    [
      '/account/api/keys',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-fiq-csrf': 'token' },
        body: '{"name":"ci"}',
        credentials: 'same-origin',
      },
    ],
  ])
})

test('error: a refusal has a message and a remedy', async () => {
  const extensions = { facts: ['Origin: x'], remedy: 'Sign in.' }
  const body = { errors: [{ message: 'No.', extensions }] }
  const { ports: with_ } = ports(() => Response.json(body, { status: 401 }))
  await expect(sendChange('/x', {}, with_)).rejects.toThrow('No.\nOrigin: x\nSign in.')
})

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  ['a proxy’s own page', () => new Response('<html>', { status: 502 }), /answered 502/],
  ['nobody', () => Promise.reject(new TypeError('failed')), /cannot be reached/],
])('error: %s', async (_, answer, message) => {
  await expect(sendChange('/x', {}, ports(answer).ports)).rejects.toThrow(message)
})

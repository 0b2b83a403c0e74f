import { expect, test } from 'vitest'
import { createApi } from './api.ts'

function apiOver(answer: () => Response | Promise<Response>) {
  const asked: [string, RequestInit][] = []
  const api = createApi({
    csrf: () => 'token',
    async fetch(path, init) {
      asked.push([path, init])
      return answer()
    },
  })
  return { api, asked }
}

test('default: reads, and changes with the token of the session', async () => {
  const { api, asked } = apiOver(() => Response.json({ a: 1 }))
  expect(await api.read('overview')).toEqual({ a: 1 })
  await api.read('overview', true)
  await api.change('sign-out', {})
  expect(asked).toEqual([
    ['/admin/api/overview', { headers: {}, credentials: 'same-origin' }],
    ['/admin/api/overview', { headers: { 'x-fiq-refresh': '1' }, credentials: 'same-origin' }],
    [
      '/admin/api/sign-out',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-fiq-csrf': 'token' },
        body: '{}',
        credentials: 'same-origin',
      },
    ],
  ])
})

test('error: a refusal has a message and a remedy', async () => {
  const extensions = { facts: ['Origin: x'], remedy: 'Sign in.' }
  const body = { errors: [{ message: 'No.', extensions }] }
  const { api } = apiOver(() => Response.json(body, { status: 401 }))
  await expect(api.read('x')).rejects.toMatchObject({
    message: 'No.\nOrigin: x\nSign in.',
    isSignedOut: true,
  })
})

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  ['a proxy’s own page', () => new Response('<html>', { status: 502 }), /answered 502/],
  ['nobody', () => Promise.reject(new TypeError('failed')), /cannot be reached/],
])('error: %s', async (_, answer, message) => {
  const { api } = apiOver(answer)
  await expect(api.read('x')).rejects.toThrow(message)
})

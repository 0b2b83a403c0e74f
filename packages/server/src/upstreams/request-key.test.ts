import { expect, test } from 'vitest'
import { requestKey } from './request-key.ts'

const url = new URL('https://x.org/a?b=1')
const key = (rest: object) => requestKey({ url, expects: 'json', ...rest })

test('default: equal requests have one key, different ones another', () => {
  expect(key({})).toBe(key({ method: 'GET', bulk: true }))
  const keys = [{}, { method: 'POST', body: 'a' }, { method: 'POST', body: 'b' }]
  expect(new Set([...keys, { headers: { accept: 'text/csv' } }].map(key)).size).toBe(4)
})

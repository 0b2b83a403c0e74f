import { expect, test } from 'vitest'
import { isLoopback } from './is-loopback.ts'

test.each([
  ['http://127.0.0.1:4020/', true],
  ['http://127.8.9.1/', true],
  ['http://[::1]:4020/', true],
  ['http://localhost/', true],
  ['http://LOCALHOST/', true],
  ['http://0x7f000001/', true],
  ['http://localhost.example/', false],
  ['http://a.localhost/', false],
  ['http://127.0.0.1.example/', false],
  ['http://127.example/', false],
  ['http://fiq.example/', false],
  ['http://0.0.0.0/', false],
  ['http://[::]/', false],
])('default: %s is %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected)
})

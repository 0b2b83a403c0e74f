import { expect, test } from 'vitest'
import { isLoopbackHost, isTlsOrLocal } from './is-loopback.ts'

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
  expect(isLoopbackHost(new URL(url).hostname)).toBe(expected)
})

test('default: accepts the spellings of an option', () => {
  const near = ['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]']
  const far = ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'a.localhost', 'fiq.example', '']
  expect(near.filter(isLoopbackHost)).toEqual(near)
  expect(far.filter(isLoopbackHost)).toEqual([])
})

test('default: secrets need TLS, except on this machine', () => {
  const safe = ['https://fiq.example/', 'http://127.0.0.1:4020/', 'https://[::1]/']
  const unsafe = ['http://fiq.example/', 'ftp://localhost/', 'http://a.localhost/']
  const isSafe = (url: string) => isTlsOrLocal(new URL(url))
  expect([...safe, ...unsafe].filter(isSafe)).toEqual(safe)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard, hostsOf } from './loopback-guard.ts'

const hosts = hostsOf('127.0.0.1', 4021)
const knock = (method: string, headers: Record<string, string>) =>
  guard({ method, headers, rawHeaders: Object.entries(headers).flat(), httpVersion: '1.1' }, hosts)

test('default: accepts a program on this machine', () => {
  for (const host of ['127.0.0.1:4021', 'localhost:4021', 'LOCALHOST:4021'])
    expect(() => knock('POST', { host })).not.toThrow()
  expect([...hostsOf('::1', 1)]).toEqual(['[::1]:1', 'localhost:1'])
  expect([...hostsOf('10.0.0.2', 1)]).toEqual(['10.0.0.2:1'])
})

test('error: refuses any other Host', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (host) => {
      fc.pre(!hosts.has(host.toLowerCase()))
      expect(() => knock('POST', { host })).toThrow(expect.objectContaining({ status: 421 }))
    }),
  )
})

test('error: refuses any header that only a page sends, with any value', () => {
  const signs = fc.constantFrom('origin', 'referer', 'upgrade')
  fc.assert(
    fc.property(
      signs,
      fc.string(),
      fc.constantFrom('GET', 'POST', 'HEAD'),
      (name, value, method) => {
        expect(() => knock(method, { host: 'localhost:4021', [name]: value })).toThrow(
          expect.objectContaining({ status: 403 }),
        )
      },
    ),
  )
})

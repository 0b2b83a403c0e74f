import { expect, test } from 'vitest'
import { isHttpUrl, isIssuer, isNetwork } from './setting-forms.ts'

test('default: accepts only web addresses', () => {
  expect(['http://a', 'https://a/b?c', 'ftp://a', 'a', ''].map(isHttpUrl)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('default: accepts addresses and networks of both families, within their bits', () => {
  const networks = ['10.0.0.1', '10.0.0.0/8', '10.0.0.0/33', '::1', 'fd00::/128', 'fd00::/129']
  expect(networks.map(isNetwork)).toEqual([true, true, false, true, true, false])
  expect(['', 'localhost', '10.0.0.0/8/8', '10.0.0.0/'].map(isNetwork)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('default: an issuer needs TLS, except on this machine', () => {
  const issuers = ['https://a.example', 'http://127.0.0.1:1', 'http://localhost', 'http://a', 'a']
  expect(issuers.map(isIssuer)).toEqual([true, true, true, false, false])
})

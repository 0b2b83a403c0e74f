import { expect, test } from 'vitest'
import { isIssuer } from './google-settings.ts'

test('default: an issuer needs TLS, except on this machine', () => {
  const issuers = ['https://a.example', 'http://127.0.0.1:1', 'http://localhost', 'http://a', 'a']
  expect(issuers.map(isIssuer)).toEqual([true, true, true, false, false])
})

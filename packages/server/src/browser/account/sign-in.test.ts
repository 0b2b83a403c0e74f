import { expect, test } from 'vitest'
import { signInMessage } from './sign-in.ts'

const terms = {
  nonce: 'a'.repeat(32),
  domain: 'fiq.test',
  uri: 'https://fiq.test',
  version: '1',
  chainId: 8453,
}
const site = { address: `0x${'A1'.repeat(20)}`, origin: 'https://fiq.test', nowMs: 0 }

test('default: builds the message of EIP-4361', () => {
  const text = signInMessage(terms, site)
  expect(text.split('\n')).toEqual([
    'fiq.test wants you to sign in with your Ethereum account:',
    site.address,
    '',
    'Sign in to your account. This pays nothing.',
    '',
    'URI: https://fiq.test',
    'Version: 1',
    'Chain ID: 8453',
    `Nonce: ${terms.nonce}`,
    'Issued At: 1970-01-01T00:00:00.000Z',
  ])
})

test.each([
  [{ ...terms, domain: 'evil.test' }],
  [{ ...terms, uri: 'https://evil.test' }],
  [{ ...terms, nonce: 'a\nURI: x' }],
  [undefined],
])('error: refuses to sign for another site: %j', (asked) => {
  expect(() => signInMessage(asked, site)).toThrow()
})

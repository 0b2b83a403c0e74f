import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { testAddress } from '../payment/testing/test-payer.ts'
import { signInMessage } from './sign-in-message.ts'

const server = new URL('https://fiq.example/base')
const issuedAt = new Date('2026-11-20T12:00:00Z')
const answer = {
  nonce: 'abcdef0123456789',
  domain: 'fiq.example',
  uri: 'https://fiq.example',
  chainId: 8453,
}
const written = (change: object = {}) =>
  signInMessage({ ...answer, ...change }, { address: testAddress, issuedAt, server })

test('default: builds an EIP-4361 message for this server that another parser accepts', () => {
  const message = parseSiweMessage(written())
  expect(message).toEqual({
    ...answer,
    address: testAddress,
    version: '1',
    statement: 'Sign in to fiq. This moves no money and allows no payment.',
    issuedAt,
    expirationTime: new Date('2026-11-20T12:04:00Z'),
  })
  expect(validateSiweMessage({ message, domain: 'fiq.example', time: issuedAt })).toBe(true)
})

test.each([
  ['another domain', { domain: 'bank.example' }],
  ['another address', { uri: 'https://bank.example' }],
  ['another chain', { chainId: 1 }],
  ['a domain that reads like ours', { domain: 'fiq.example\u200b' }],
])('error: %s is refused', (_, change) => {
  expect(() => written(change)).toThrow(expect.objectContaining({ code: 'SIGN_IN_REFUSED' }))
})

test.each([{ nonce: 'short' }, { nonce: `ok12345678\nURI: https://bank.example` }, { nonce: 5 }])(
  'error: %j is not a nonce',
  (change) => {
    expect(() => written(change)).toThrow(expect.objectContaining({ code: 'SERVER_ERROR' }))
  },
)

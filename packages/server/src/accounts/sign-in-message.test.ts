import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { readSignInMessage } from './sign-in-message.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const fields = {
  address,
  chainId: 8453,
  domain: 'fiq.test',
  nonce: 'a1b2c3d4e5f6',
  uri: 'https://fiq.test/login',
  version: '1',
  issuedAt: new Date('2026-11-20T10:00:00Z'),
} as const
const plain = createSiweMessage(fields)

describe('readSignInMessage', () => {
  test('default: reads every field, with times in milliseconds', () => {
    const text = createSiweMessage({
      ...fields,
      scheme: 'https',
      statement: 'Sign in to fiq.',
      expirationTime: new Date('2026-11-20T10:05:00Z'),
      notBefore: new Date('2026-11-20T09:55:00Z'),
      resources: ['https://fiq.test/terms'],
    })
    expect(readSignInMessage(text)).toEqual({
      scheme: 'https',
      resources: ['https://fiq.test/terms'],
      domain: 'fiq.test',
      address,
      uri: 'https://fiq.test/login',
      chainId: 8453,
      nonce: 'a1b2c3d4e5f6',
      issuedAt: Date.UTC(2026, 10, 20, 10),
      expirationTime: Date.UTC(2026, 10, 20, 10, 5),
      notBefore: Date.UTC(2026, 10, 20, 9, 55),
    })
  })

  test('behavior: other spellings of a time and of the address are equal', () => {
    const spelt = plain
      .replace('10:00:00.000Z', '11:00:00+01:00')
      .replace(address, address.toLowerCase())
    expect(readSignInMessage(spelt).issuedAt).toBe(fields.issuedAt.getTime())
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a line before', `hello\n${plain}`],
    ['a line after', `${plain}\nAnd all my money.`],
    ['a field twice', plain.replace('Version: 1', 'URI: https://evil.test\nVersion: 1')],
    ['another field', plain.replace('Nonce:', 'Amount: 5\nNonce:')],
    ['version 2', plain.replace('Version: 1', 'Version: 2')],
    ['no time', plain.replace(/Issued At.*/, 'Issued At: soon')],
    ['a short nonce', plain.replace('a1b2c3d4e5f6', 'a1b2')],
    ['no chain', plain.replace('Chain ID: 8453\n', '')],
    ['a long statement', createSiweMessage({ ...fields, statement: 'x'.repeat(5_000) })],
  ])('error: %s', (_, text) => {
    expect(() => readSignInMessage(text)).toThrow(
      expect.objectContaining({ code: 'SIGN_IN_REFUSED', status: 401 }),
    )
  })

  test('error: reads or refuses any text, whatever is cut, doubled or inserted', () => {
    const lines = plain.split('\n')
    const mangled = fc
      .tuple(fc.nat(lines.length), fc.nat(lines.length), fc.string(), fc.nat(plain.length))
      .map(([from, to, noise, at]) => {
        const shuffled = [...lines.slice(0, from), ...lines.slice(to)].join('\n')
        return `${shuffled.slice(0, at)}${noise}${shuffled.slice(at)}`
      })
    fc.assert(
      fc.property(fc.oneof(fc.string(), mangled), (text) => {
        try {
          expect(readSignInMessage(text).nonce).toMatch(/^[a-zA-Z0-9]{8,}$/)
        } catch (error) {
          expect(error).toMatchObject({ code: 'SIGN_IN_REFUSED' })
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

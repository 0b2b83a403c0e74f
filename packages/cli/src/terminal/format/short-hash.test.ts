import { expect, test } from 'vitest'
import { shortHash } from './short-hash.ts'

test('default: shows the beginning and the end of a hash, and a short text completely', () => {
  expect(shortHash(`0x${'ab'.repeat(32)}`)).toBe('0xabababab…ababab')
  expect(shortHash('0xab')).toBe('0xab')
})

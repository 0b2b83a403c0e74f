import { expect, test } from 'vitest'
import { shortHash } from './short-hash.ts'

test('default: the beginning and the end of a hash; a short text stays', () => {
  expect(shortHash(`0x${'ab'.repeat(32)}`)).toBe('0xabababab…ababab')
  expect(shortHash('0xab')).toBe('0xab')
})

import { expect, test } from 'vitest'
import { shortHex, sizeOf } from './words.ts'

test('default: shortens hashes and sizes', () => {
  expect(shortHex(`0x${'a'.repeat(40)}`)).toBe('0xaaaaaa…aaaa')
  expect(shortHex('0x12')).toBe('0x12')
  expect([sizeOf(12), sizeOf(2_048), sizeOf(3_145_728)]).toEqual(['12 B', '2.0 KB', '3.0 MB'])
})

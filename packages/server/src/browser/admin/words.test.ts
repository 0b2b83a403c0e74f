import { expect, test } from 'vitest'
import { shortHex, shortTime, sizeOf } from './words.ts'

test('default: shortens hashes, times and sizes', () => {
  expect(shortHex(`0x${'a'.repeat(40)}`)).toBe('0xaaaaaa…aaaa')
  expect(shortHex('0x12')).toBe('0x12')
  expect(shortTime('2026-11-21T16:45:03.123Z')).toBe('2026-11-21 16:45:03')
  expect(shortTime('second 999')).toBe('second 999')
  expect([sizeOf(12), sizeOf(2_048), sizeOf(3_145_728)]).toEqual(['12 B', '2.0 KB', '3.0 MB'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, hexOf } from './hex.ts'

test('property: hex of any bytes turns into the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(new Uint8Array(bytesOf(hexOf(bytes)))).toEqual(bytes)
    }),
  )
})

test('default: writes two lower-case digits for each byte of a view', () => {
  expect(hexOf(Uint8Array.of(1, 0, 15, 255).subarray(1))).toBe('0x000fff')
})

import fc from 'fast-check'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { revertText } from './revert-text.ts'

const abi = parseAbi(['error Error(string reason)'])

test('default: returns the text of a require', () => {
  expect(revertText(encodeErrorResult({ abi, args: ['no funds'] }))).toBe('no funds')
})

test('error: anything else gives undefined and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const hex = Buffer.from(bytes).toString('hex')
      expect(revertText(`0xffffffff${hex}`)).toBeUndefined()
      expect(() => revertText(`0x08c379a0${hex}`)).not.toThrow()
    }),
  )
  expect(revertText(undefined)).toBeUndefined()
})

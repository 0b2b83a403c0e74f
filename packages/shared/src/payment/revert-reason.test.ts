import fc from 'fast-check'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { revertReason } from './revert-reason.ts'

const abi = parseAbi(['error Error(string reason)'])

test('behavior: reads back every reason that viem encodes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (reason) => {
      expect(revertReason(encodeErrorResult({ abi, args: [reason] }))).toBe(reason)
    }),
  )
})

test('error: anything else gives undefined and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const hex = Buffer.from(bytes).toString('hex')
      expect(revertReason(`0xffffffff${hex}`)).toBeUndefined()
      expect(['string', 'undefined']).toContain(typeof revertReason(`0x08c379a0${hex}`))
    }),
  )
  expect(revertReason('0x')).toBeUndefined()
})

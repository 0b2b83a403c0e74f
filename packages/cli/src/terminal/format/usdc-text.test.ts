import { expect, test } from 'vitest'
import { usdcText } from './usdc-text.ts'

test.each([
  [15_000n, '0.015'],
  [2_000_000n, '2.000'],
  [123_456n, '0.123456'],
  ['20', '20.000'],
  ['200000', '200,000.000'],
  [1_234_567_150_000n, '1,234,567.150'],
  [null, '–'],
])('default: formats %s as %s', (amount, text) => {
  expect(usdcText(amount)).toBe(text)
})

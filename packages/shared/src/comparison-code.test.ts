import { expect, test } from 'vitest'
import { comparisonCode } from './comparison-code.ts'

test('default: differs between challenges', () => {
  const code = comparisonCode('c'.repeat(43))
  expect(code).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
  expect(comparisonCode('d'.repeat(43))).not.toBe(code)
})

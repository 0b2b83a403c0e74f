import { describe, expect, test } from 'vitest'
import { jsonNestsDeeper } from './json-nests-deeper.ts'

describe('jsonNestsDeeper', () => {
  test.each([
    ['[[1]]', 2, false],
    ['[[1]]', 1, true],
    ['{"a":[{}]}', 3, false],
    ['{"a":[{}]}', 2, true],
    ['[[],[],[[]]]', 3, false],
    ['["[[[[", "\\"[[[["]', 1, false],
    ['"\\\\"[', 0, true],
    ['', 0, false],
  ])('default: %s deeper than %d: %s', (text, levels, expected) => {
    expect(jsonNestsDeeper(text, levels)).toBe(expected)
  })

  test('behavior: reads 100,000 levels without recursion', () => {
    expect(jsonNestsDeeper('['.repeat(100_000), 99_999)).toBe(true)
  })
})

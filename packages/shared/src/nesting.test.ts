import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonNestsDeeper, nestsDeeper } from './nesting.ts'

const levels = fc.array(fc.constantFrom('{}', '[]', '()'), { maxLength: 300 })

test('default: counts levels for any brackets, and adjacent ones once', () => {
  fc.assert(
    fc.property(levels, fc.integer({ min: 0, max: 300 }), (pairs, levelsMax) => {
      const open = pairs.map((pair) => pair[0]).join('')
      const close = pairs
        .map((pair) => pair[1])
        .reverse()
        .join('')
      const nested = `a${open}b${close}c`
      expect(nestsDeeper(nested, levelsMax)).toBe(pairs.length > levelsMax)
      expect(nestsDeeper(nested.repeat(3), levelsMax)).toBe(pairs.length > levelsMax)
    }),
  )
})

test('default: in JSON, counts only brackets outside strings', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0
  const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', 'a') })
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(text, fc.array(tie('tree')), fc.dictionary(text, tie('tree'))),
  }))
  fc.assert(
    fc.property(tree, fc.integer({ min: 0, max: 6 }), (value, levelsMax) => {
      const json = JSON.stringify(value)
      expect(jsonNestsDeeper(json, levelsMax)).toBe(depthOf(value) > levelsMax)
    }),
  )
})

test('error: closing brackets in strings hide no depth', () => {
  const hidden = `${'["]",'.repeat(200)}1${']'.repeat(200)}`
  expect(jsonNestsDeeper(hidden, 100)).toBe(true)
  expect(jsonNestsDeeper(`"${'['.repeat(200)}"`, 100)).toBe(false)
})

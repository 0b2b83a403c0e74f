import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nestsDeeper } from './nesting.ts'

const levels = fc.array(fc.constantFrom('{}', '[]', '()'), { maxLength: 300 })

test('default: levels are counted whatever the brackets, and those beside each other once', () => {
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

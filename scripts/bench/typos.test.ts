import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typosOf } from './typos.ts'

test('default: the same seed gives the same copy, at most one letter longer or shorter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z][a-z]{3,12} [A-Z]{2,9}$/), fc.nat(), (name, seed) => {
      const copy = typosOf(name, seed)
      expect(typosOf(name, seed)).toBe(copy)
      expect(Math.abs(copy.length - name.length)).toBeLessThanOrEqual(1)
    }),
  )
})

test('behavior: all four typos occur; a name without letters does not change', () => {
  const copies = Array.from({ length: 200 }, (_, seed) => typosOf('LAVROV', seed))
  expect(new Set(copies.map(({ length }) => length))).toEqual(new Set([5, 6, 7]))
  expect(copies).toContain('ALVROV')
  expect(typosOf('44', 1)).toBe('44')
})

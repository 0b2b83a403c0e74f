import { expect, test } from 'vitest'
import { createSeenBefore } from './seen-before.ts'

test('default: a text that comes again is known, another one is not', () => {
  const seenBefore = createSeenBefore()
  const texts = Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`)
  expect(texts.filter(seenBefore)).toEqual([])
  // Two of them may share a place.
  expect(texts.slice(-100).filter(seenBefore).length).toBeGreaterThan(90)
})

test('behavior: texts of a quarter of a megabyte are compared by length and samples', () => {
  const seenBefore = createSeenBefore()
  const long = 'x'.repeat(256 * 1_024)
  expect(seenBefore(long)).toBe(false)
  expect(seenBefore(`${long}x`)).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(false)
  expect(seenBefore('')).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(true)
})

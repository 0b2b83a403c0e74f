import { expect, test } from 'vitest'
import { createSeenBefore } from './seen-before.ts'

test('default: recognises a repeated text, and not another one', () => {
  const seenBefore = createSeenBefore()
  const texts = Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`)
  expect(texts.filter(seenBefore)).toEqual([])
  // Two of them may have the same slot.
  expect(texts.slice(-100).filter(seenBefore).length).toBeGreaterThan(90)
})

test('behavior: compares texts of a quarter of a megabyte by length and samples', () => {
  const seenBefore = createSeenBefore()
  const long = 'x'.repeat(256 * 1_024)
  expect(seenBefore(long)).toBe(false)
  expect(seenBefore(`${long}x`)).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(false)
  expect(seenBefore('')).toBe(false)
  expect(seenBefore(`y${long.slice(1)}`)).toBe(true)
})

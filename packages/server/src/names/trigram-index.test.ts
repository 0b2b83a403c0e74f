import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTrigramIndex, trigramsOf } from './trigram-index.ts'

const names = ['apple', 'microsoft', 'micron technology', 'apple hospitality', 'exxon mobil']
const index = await buildTrigramIndex(names.map(trigramsOf))

test('default: trigrams contain word boundaries and never span words', () => {
  expect(trigramsOf('ab cd')).toEqual([' ab', 'ab ', ' cd', 'cd '])
  expect(trigramsOf('f')).toEqual([' f '])
  expect(trigramsOf('')).toEqual([])
})

test('default: the same text has overlap 1 and comes first', () => {
  const [first] = index.nearest(trigramsOf('apple'), 3)
  expect(first?.id).toBe(0)
  expect(first?.overlap).toBeCloseTo(1, 5)
})

test('behavior: a typo still finds its name first', () => {
  expect(index.nearest(trigramsOf('microsft'), 1)[0]?.id).toBe(1)
})

test('behavior: share 1 counts only the surplus of the document', () => {
  const [first] = index.nearest(['app', 'zzz'], 1, 1)
  expect(first!.overlap).toBeLessThan(1)
  expect(index.nearest([...trigramsOf('apple'), 'zzz'], 1, 1)[0]!.overlap).toBeCloseTo(1, 5)
})

test('behavior: no shared trigrams give nothing, and a query leaves no state', () => {
  expect(index.nearest(['qqq'], 5)).toEqual([])
  const before = index.nearest(trigramsOf('apple'), 5)
  index.nearest(trigramsOf('micron'), 5)
  expect(index.nearest(trigramsOf('apple'), 5)).toEqual(before)
})

test('behavior: order and limit equal a plain count over many documents', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 5 }),
      async (documents, limit) => {
        const found = (await buildTrigramIndex(documents)).nearest(['a', 'b'], limit)
        const sharing = documents.filter((document) => /[ab]/.test(document.join('')))
        expect(found).toHaveLength(Math.min(limit, sharing.length))
        for (const [at, { overlap }] of found.entries()) {
          expect(overlap).toBeGreaterThan(0)
          expect(overlap).toBeLessThanOrEqual(1 + 1e-5)
          if (at > 0) expect(overlap).toBeLessThanOrEqual(found[at - 1]!.overlap)
        }
      },
    ),
  )
})

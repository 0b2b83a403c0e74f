import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPairs } from './split-pairs.ts'

const name = fc.constantFrom(...'abcdefghijklmnopqrst')
const pairs = fc.array(fc.record({ one: name, other: name }), { maxLength: 40 })

test('default: pairs that share a name are in one half, in any order', () => {
  fc.assert(
    fc.property(pairs, (rows) => {
      const halves = splitPairs(rows)
      const byName = new Map<string, boolean>()
      for (const [at, { one, other }] of rows.entries()) {
        for (const shared of [one, other]) {
          expect(byName.get(shared) ?? halves[at]).toBe(halves[at])
          byName.set(shared, halves[at]!)
        }
      }
      expect(splitPairs([...rows].reverse()).reverse()).toEqual(halves)
    }),
  )
})

test('behavior: unrelated pairs are in both halves', () => {
  const rows = Array.from({ length: 64 }, (_, at) => ({ one: `one ${at}`, other: `other ${at}` }))
  const tuned = splitPairs(rows).filter(Boolean).length
  expect(tuned).toBeGreaterThan(16)
  expect(tuned).toBeLessThan(48)
})

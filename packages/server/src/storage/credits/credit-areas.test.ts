import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundAreaStatements, splitCredits } from './credit-areas.ts'

const weights = fc.array(
  fc.record({ area: fc.string(), credits: fc.integer({ min: 1, max: 10_000 }) }),
  { minLength: 1, maxLength: 9 },
)
const sumOf = (parts: readonly { credits: number }[]) =>
  parts.reduce((sum, { credits }) => sum + credits, 0)

test('property: the parts sum to the whole, and equal the weights if these do', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 100_000 }), (parts, credits) => {
      expect(sumOf(splitCredits(parts, credits))).toBe(credits)
      expect(splitCredits(parts, sumOf(parts))).toEqual(parts)
    }),
  )
})

test('property: refunds of a whole debit give each area back its charge', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 100_000 }), (drawn, some) => {
      const parts = drawn.map((each, place) => ({ ...each, area: String(place) }))
      const whole = sumOf(parts)
      const first = some % (whole + 1)
      const back = [
        ...refundAreaStatements('a', parts, { before: 0, after: first }),
        ...refundAreaStatements('b', parts, { before: first, after: whole }),
      ]
      for (const { area, credits } of parts) {
        const given = back.filter(({ values }) => values[1] === area)
        expect(given.reduce((sum, { values }) => sum + Number(values[2]), 0)).toBe(credits)
      }
    }),
  )
})

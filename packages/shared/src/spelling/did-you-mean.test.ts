import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didYouMean, slipsBetween } from './did-you-mean.ts'

/** The number of typos by definition, computed from the ends of both words. */
function slipsByDefinition(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [one, other] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    slipsByDefinition(one, b) + 1,
    slipsByDefinition(a, other) + 1,
    slipsByDefinition(one, other) + (a.at(-1) === b.at(-1) ? 0 : 1),
    isSwap ? slipsByDefinition(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  )
}

test('property: slipsBetween: the minimum number of changed, added, dropped or swapped letters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(slipsBetween(a, b)).toBe(slipsByDefinition(a, b))
    }),
  )
})

describe('didYouMean', () => {
  const names = ['quotes', 'priceHistory', 'gdp', 'screen', 'sanctionsScreen']

  test.each([
    ['quots', 'quotes'],
    ['qutoes', 'quotes'],
    ['pricehistory', 'priceHistory'],
    ['screne', 'screen'],
    ['gpd', 'gdp'],
  ])('default: %s suggests %s', (typed, meant) => {
    expect(didYouMean(typed, names)).toEqual([`Did you mean ${meant}?`])
  })

  test.each([
    ['--day', '--per-day'],
    ['--auto', '--auto-approve'],
    ['--per', '--per-day'],
    ['insider', 'insiderTrades'],
  ])('behavior: %s abbreviates %s', (typed, meant) => {
    const options = ['--utc', '--per-30-days', '--per-day', '--auto-approve', 'insiderTrades']
    expect(didYouMean(typed, options)).toEqual([`Did you mean ${meant}?`])
  })

  test.each(['weather', 'x', '', 'q'.repeat(10_000)])(
    'behavior: %s gives no suggestion',
    (typed) => {
      expect(didYouMean(typed, names)).toEqual([])
    },
  )
})

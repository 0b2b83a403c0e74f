import { describe, expect, test } from 'vitest'
import { didYouMean } from './did-you-mean.ts'

describe('didYouMean', () => {
  const names = ['quotes', 'priceHistory', 'gdp', 'screen', 'sanctionsScreen']

  test.each([
    ['quots', 'quotes'],
    ['qutoes', 'quotes'],
    ['pricehistory', 'priceHistory'],
    ['screne', 'screen'],
    ['gpd', 'gdp'],
  ])('default: %s is meant to be %s', (typed, meant) => {
    expect(didYouMean(typed, names)).toEqual([`Did you mean ${meant}?`])
  })

  test.each(['weather', 'x', '', 'q'.repeat(10_000)])('behavior: %s is like none', (typed) => {
    expect(didYouMean(typed, names)).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  const names = ['quotes', 'priceHistory', 'gdp', 'screen', 'sanctionsScreen']

  test.each([
    ['quots', 'quotes'],
    ['qutoes', 'quotes'],
    ['pricehistory', 'priceHistory'],
    ['screne', 'screen'],
    ['gpd', 'gdp'],
  ])('default: %s is meant to be %s', (typed, meant) => {
    expect(nearest(typed, names)).toBe(meant)
  })

  test.each(['weather', 'x', '', 'q'.repeat(10_000)])('behavior: %s is like none', (typed) => {
    expect(nearest(typed, names)).toBeUndefined()
  })
})

import { expect, test } from 'vitest'
import { cryptoAssets } from './crypto-assets.ts'
import { indexTickerOf, indices } from './indices.ts'

test.each([
  ['^GSPC', undefined, '^GSPC'],
  ['^vix', null, '^VIX'],
  ['VIX', null, '^VIX'],
  ['$vix', null, '^VIX'],
  // The symbol of Trump Media is also that of the Dow Jones Transportation Average.
  ['DJT', 'USD', undefined],
  ['VIX', undefined, undefined],
  ['AAPL', null, undefined],
  [undefined, null, undefined],
])('default: the index of %s in %s is %s', (ticker, currency, index) => {
  expect(indexTickerOf({ ticker, currency })).toBe(index)
})

test('default: symbols of indices and crypto assets are upper case, named and unique', () => {
  for (const table of [cryptoAssets, indices]) {
    const symbols = table.map(([symbol]) => symbol)
    expect(symbols.filter((symbol) => !/^[A-Z0-9]+$/.test(symbol))).toEqual([])
    expect(new Set(symbols).size).toBe(symbols.length)
    expect(table.filter(([, name]) => name === '')).toEqual([])
  }
})

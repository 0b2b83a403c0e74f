import { cryptoAssets } from '@fiq/shared/spelling/crypto-assets'
import { expect, test } from 'vitest'
import { indices } from './built-in-entities.ts'

test('default: symbols are upper case, named and unique', () => {
  for (const table of [cryptoAssets, indices]) {
    const symbols = table.map(([symbol]) => symbol)
    expect(symbols.filter((symbol) => !/^[A-Z0-9]+$/.test(symbol))).toEqual([])
    expect(new Set(symbols).size).toBe(symbols.length)
    expect(table.filter(([, name]) => name === '')).toEqual([])
  }
})

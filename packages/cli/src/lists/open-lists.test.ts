import { describe, expect, test } from 'vitest'
import { addToCsv, addToToml } from './open-lists.ts'
import { parseCsvList } from './parse-csv-list.ts'
import { parseTomlList } from './parse-list.ts'

describe('addToToml', () => {
  test('default: creates a new list', () => {
    expect(addToToml(undefined, ['AAPL', 'MSFT'])).toBe('tickers = ["AAPL", "MSFT"]\n')
  })

  test.each([
    ['tickers = []\n'],
    ['tickers = ["AAPL"]\n'],
    ['tickers = [\n  "AAPL", # the first ]\n]\n'],
    ['# [none]\ntickers = [\n  "AAPL" # no comma\n]\n# the end\n'],
  ])('behavior: appends to the tickers in %j, and keeps comments', (text) => {
    const added = addToToml(text, ['NVDA', 'VOD.L'])
    expect(parseTomlList(added, 'x').tickers.slice(-2)).toEqual(['NVDA', 'VOD.L'])
    for (const comment of text.match(/#.*/g) ?? []) expect(added).toContain(comment)
    if (text.includes('AAPL')) expect(parseTomlList(added, 'x').tickers[0]).toBe('AAPL')
  })
})

test('default: appends a line without a lot to a CSV list', () => {
  const text = 'shares,ticker,cost\n40,AAPL,412.50'
  const added = addToCsv(text, ['NVDA'])
  expect(added).toBe(`${text}\n,NVDA,\n`)
  expect(parseCsvList(added, 'x')).toEqual({
    tickers: ['AAPL', 'NVDA'],
    lots: [{ ticker: 'AAPL', shares: 40, cost: 412.5 }],
  })
})

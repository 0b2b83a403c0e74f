import { expect, test } from 'vitest'
import { joinFileStores } from '../imported-files/file-store.ts'
import { noFiles } from '../imported-files/no-files.ts'
import { importedTickers } from './imported-tickers.ts'

test('default: creates the set of a list once, and again for a changed list', () => {
  let list = ['AAPL']
  const files = joinFileStores(() => [noFiles, { ...noFiles, tickers: () => list }])
  const before = importedTickers(files)
  expect([...before]).toEqual(['AAPL'])
  expect(importedTickers(files)).toBe(before)
  list = ['AAPL', 'MSFT']
  expect([...importedTickers(files)]).toEqual(['AAPL', 'MSFT'])
})

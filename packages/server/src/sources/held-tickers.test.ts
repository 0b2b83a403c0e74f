import { expect, test } from 'vitest'
import { joinFileStores } from '../imported-files/file-store.ts'
import { noFiles } from '../imported-files/no-files.ts'
import { heldTickers } from './held-tickers.ts'

test('default: creates the set of a list once, and again for a changed list', () => {
  let list = ['AAPL']
  const files = joinFileStores(() => [noFiles, { ...noFiles, tickers: () => list }])
  const before = heldTickers(files)
  expect([...before]).toEqual(['AAPL'])
  expect(heldTickers(files)).toBe(before)
  list = ['AAPL', 'MSFT']
  expect([...heldTickers(files)]).toEqual(['AAPL', 'MSFT'])
})

import { expect, test } from 'vitest'
import { toolCommand } from './tool-command.ts'

test.each([
  ['marketStatus', {}, 'fiq tool marketStatus'],
  ['quotes', { tickers: ['AAPL', '^GSPC'] }, 'fiq tool quotes tickers=AAPL,^GSPC'],
  [
    'screen',
    { filter: { minPrice: 10.5, limit: 5 } },
    'fiq tool screen filter.minPrice=10.5 filter.limit=5',
  ],
  ['sanctionsScreen', { name: "O'Neil & Co" }, "fiq tool sanctionsScreen 'name=O'\\''Neil & Co'"],
  ['quotes', { tickers: ['A,B'] }, `fiq tool quotes 'tickers=["A,B"]'`],
])('default: %s with %j', (name, inputs, command) => {
  expect(toolCommand(name, inputs)).toBe(command)
})

import { expect, test } from 'vitest'
import { requireTool, toolOperation } from './tool-query.ts'

test('default: a tool is its own query, labelled with its input', () => {
  const tool = requireTool('quotes')
  expect(toolOperation(tool, { tickers: ['AAPL', 'MSFT'], limit: undefined })).toEqual({
    query: tool.query,
    variables: { tickers: ['AAPL', 'MSFT'] },
    label: 'quotes AAPL MSFT',
  })
})

test('error: refuses input that the tool does not accept', () => {
  expect(() => toolOperation(requireTool('quotes'), { tickers: 5 })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
})

test('error: an unknown tool gives a suggestion', () => {
  expect(() => requireTool('quote', ['quotes'])).toThrow(
    expect.objectContaining({ code: 'UNKNOWN_TOOL', facts: [expect.stringContaining('quotes')] }),
  )
})

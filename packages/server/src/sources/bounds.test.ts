import { catalog } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'

test('default: the example of every tool is within its bounds', () => {
  for (const { name, variables } of catalog)
    expect(() => boundsOf(name)(variables), name).not.toThrow()
})

function catchError(run: () => void): FiqError {
  try {
    run()
  } catch (error) {
    if (error instanceof FiqError) return error
  }
  throw new Error('Nothing was refused.')
}

describe('refused', () => {
  const tickers = (count: number) => Array.from({ length: count }, () => 'A')
  test.each<[string, Record<string, unknown>, string]>([
    ['quotes', { tickers: [] }, 'tickers must be a list of 1 to 100'],
    ['quotes', { tickers: tickers(101) }, 'tickers must be a list of 1 to 100'],
    ['quotes', { tickers: ['A', ' '] }, 'tickers[1] must be at least 1 character'],
    ['quotes', { tickers: ['A'.repeat(33)] }, 'tickers[0] must be at most 32'],
    ['quotes', { tickers: ['AAPL', 'MSFT', 'AAPL'] }, 'tickers must not name a ticker twice'],
    ['quotes', { tickers: ['aapl', 'AAPL'] }, 'tickers must not name a ticker twice'],
    ['priceHistory', { tickers: ['BRK.B', 'brk-b'] }, 'tickers must not name a ticker twice'],
    ['entitiesByTickers', { tickers: ['A', '$a '] }, 'tickers must not name a ticker twice'],
    ['quotes', {}, 'tickers must be given'],
    ['priceHistory', { tickers: tickers(51) }, 'tickers must be a list of 1 to 50'],
    ['priceHistory', { tickers: ['A'], range: '3y' }, 'range must be one of 1d, 5d'],
    ['priceHistory', { tickers: ['A'], interval: '2m' }, 'interval must be one of'],
    ['gdp', { country: 'USA', type: 'fast' }, 'type must be one of real, nominal or forecast'],
    ['macroSeries', { seriesId: 'X', filter: { limit: 501 } }, 'filter.limit must be'],
    ['macroSeries', { seriesId: 'X', filter: { since: 'then' } }, 'filter.since must be'],
    ['screen', { filter: { limit: 101 } }, 'filter.limit must be a whole number from 1 to 100'],
    ['screen', { filter: { universe: 'ALL' } }, 'filter.universe must be one of'],
    ['institutionalHoldings', { cik: '12x' }, 'cik must be one to ten digits, e.g. 0001067983.'],
    ['institutionalHoldings', { cik: '1', limit: 0 }, 'limit must be'],
    ['searchEntities', { query: '' }, 'query must be at least'],
  ])('error: %s %o', (tool, args, message) => {
    expect(() => boundsOf(tool)(args)).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: expect.stringContaining(message) }),
    )
  })

  test('error: names a repeated ticker in both spellings', () => {
    const fault = catchError(() => boundsOf('quotes')({ tickers: ['A', 'brk.b', 'BRK-B'] }))
    expect(fault.facts).toEqual(['Argument: tickers', 'tickers[1]: "brk.b"', 'tickers[2]: "BRK-B"'])
    expect(fault.funds).toBe('untouched')
  })

  test('default: every list of tickers of the catalog refuses a repeated one', () => {
    const lists = catalog.filter(({ inputSchema }) => inputSchema.properties?.['tickers'])
    expect(lists.map(({ name }) => name)).toEqual(['quotes', 'priceHistory', 'entitiesByTickers'])
    for (const { name, inputSchema } of lists) {
      expect(inputSchema.properties?.['tickers']).toMatchObject({ uniqueItems: true })
      expect(catchError(() => boundsOf(name)({ tickers: ['A', 'a'] })).code).toBe('BAD_INPUT')
    }
  })

  test('error: any value is accepted or BAD_INPUT', () => {
    const tool = fc.constantFrom(...catalog.map(({ name }) => name))
    fc.assert(
      fc.property(tool, fc.object(), (name, args) => {
        try {
          boundsOf(name)(args)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      }),
    )
  })

  test('error: a tool missing from the catalog is an internal error', () => {
    expect(() => boundsOf('nope')).toThrow('no tool nope')
  })
})

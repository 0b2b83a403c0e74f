import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInput } from './check-input.ts'

describe('checkInput', () => {
  test.each(catalog.map((tool) => [tool.name, tool] as const))(
    'default: the example of %s fits its own schema',
    (_, tool) => {
      expect(() => checkInput(tool, tool.variables)).not.toThrow()
    },
  )

  test.each([
    ['quotes', {}, 'tickers is required'],
    ['quotes', { tickers: [] }, 'tickers needs 1 to 100 items, got 0'],
    ['quotes', { tickers: Array(101).fill('A') }, 'tickers needs 1 to 100 items, got 101'],
    ['quotes', { tickers: ['AAPL', 'B', 'aapl'] }, 'tickers contains aapl twice'],
    ['quotes', { tickers: [''] }, 'tickers[0] is empty'],
    ['quotes', { tickers: 'AAPL' }, 'tickers must be a list'],
    ['sanctionsScreen', { name: '' }, 'name is empty'],
    ['searchEntities', { query: 'a', limit: 0 }, 'limit must be from 1 to 50'],
    ['searchEntities', { query: 'a', limit: 1.5 }, 'limit must be a whole number'],
    ['searchEntities', { query: 'a', type: 'BOND' }, 'type must be one of EQUITY, CRYPTO or INDEX'],
    [
      'macroSeries',
      { seriesId: 'X', filter: { limit: 501 } },
      'filter.limit must be from 1 to 500',
    ],
    ['macroSeries', { seriesId: 'X', filter: { offset: -1 } }, 'filter.offset must be at least 0'],
    ['institutionalHoldings', { cik: '12x' }, 'cik must be one to ten digits, e.g. 0001067983'],
    [
      'campaignFinance',
      { name: 'A', filter: { state: 'Ohio' } },
      'filter.state must be two letters, e.g. CA',
    ],
    ['marketStatus', { x: 1 }, '"x" is not an input'],
    ['gdp', { country: 'USA', constructor: 1 }, '"constructor" is not an input'],
  ])('error: %s with %j: %s', (name, input, fault) => {
    expect(() => checkInput(toolNamed(name)!, input)).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', message: `${name}: ${fault}.` }),
    )
  })

  test('error: the error explains the expected input', () => {
    expect(() => checkInput(toolNamed('gdp')!, { country: 'Narnia' })).toThrow(
      expect.objectContaining({
        facts: ['country: ISO 3166 country code, three letters, e.g. USA', 'Inputs: country, type'],
      }),
    )
  })

  test('behavior: an object without stated members takes any', () => {
    const inputSchema = { type: 'object', properties: { of: { type: 'object' } } } as const
    expect(() => checkInput({ name: 'price', inputSchema }, { of: { a: [1] } })).not.toThrow()
  })

  test('property: any JSON is accepted or BAD_INPUT', () => {
    fc.assert(
      fc.property(fc.constantFrom(...catalog), fc.jsonValue(), (tool, input) => {
        try {
          checkInput(tool, input)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'BAD_INPUT' })
        }
      }),
    )
  })
})

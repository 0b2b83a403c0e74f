import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { prepareOperation, priceRequest } from '../pricing/price-request.ts'
import { schemaText, tariff } from '../schema/contract.ts'
import { areaNames, areasOperation, splitAreas } from './areas.ts'

const contract = { schema: buildSchema(schemaText), tariff }
type Operation = { query: string; variables: Readonly<Record<string, unknown>> }
const priceOf = ({ query, variables }: Operation) =>
  priceRequest(contract, prepareOperation(contract, query), variables).price
const operation = (areas: readonly unknown[], tool = 'entityByTicker', input: object = {}) => {
  const { rest, areas: read } = splitAreas(tool, { ticker: 'AAPL', ...input, areas })
  return areasOperation(tool, rest, read!)
}

describe('areas of an entity', () => {
  test('behavior: the price equals that of the same GraphQL', () => {
    const areas = ['executives', { name: 'news', limit: 45 }, { name: 'financials', limit: 30 }]
    const query = `query { entityByTicker(ticker: "AAPL") { id name ticker executives { name }
      news(filter: { limit: 45 }) { title } financials { income(filter: { limit: 30 }) { form }
      balanceSheet(filter: { limit: 30 }) { form } cashFlow(filter: { limit: 30 }) { form } } } }`
    expect(priceOf(operation(areas))).toEqual(priceOf({ query, variables: {} }))
  })

  test('property: each area has a price by its name and with a limit, for one entity and for several', () => {
    for (const name of areaNames) {
      expect(priceOf(operation([name])).amount).toBeGreaterThan(0n)
      if (!takesLimit(name)) continue
      const several = { tickers: ['AAPL', 'MSFT'], ticker: undefined }
      const one = { name, limit: 3, filter: { since: '2026-01-01' } }
      expect(priceOf(operation([one], 'entitiesByTickers', several)).amount).toBeGreaterThan(0n)
    }
    const whole = areaNames.filter((name) => !name.includes('.'))
    expect(priceOf(operation(whole)).amount).toBeGreaterThan(0n)
  })

  test.each<[unknown, string]>([
    ['news', 'areas is a list of 1 to'],
    [[], 'areas is a list of 1 to'],
    [[1], 'an area is a name'],
    [['insiderTrade'], 'there is no area "insiderTrade"'],
    [['__proto__'], 'there is no area "__proto__"'],
    [['news', { name: 'news', limit: 1 }], 'areas names news twice'],
    [['financials.income', 'financials'], 'one of which is part of the other'],
    [[{ name: 'news', limit: 501 }], 'limit of area news is a whole number from 1 to 500'],
    [[{ name: 'news', filter: 'x' }], 'filter of area news is an object'],
    [[{ name: 'market', limit: 5 }], 'area market takes neither limit nor filter'],
    [[{ name: 'news', since: '2026-01-01' }], '"since" of area news is not an input'],
  ])('error: %j is refused', (areas, message) => {
    expect(() => splitAreas('entityByTicker', { areas })).toThrow(message)
  })

  test('error: an input that an area does not have is refused with those that it has', () => {
    const areas = [{ name: 'derivatives.options', filter: { minStrik: 200 } }]
    expect(() => splitAreas('entityByTicker', { areas })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('area derivatives.options has no input "minStrik"'),
        facts: [
          ...['Did you mean minStrike?', expect.stringMatching(/^Inputs: expiration, type, /)],
          expect.stringContaining('describe { "name": "derivatives.options", "kind": "area" }'),
        ],
      }),
    )
    expect(() => splitAreas('a', { areas })).not.toThrow()
  })

  test('error: pricing names the input whose value is wrong', () => {
    const quarters = { name: 'financials.income', filter: { period: 'QUARTER' } }
    expect(() => priceOf(operation([quarters]))).toThrow(/financials_income_period.*QUARTERLY/)
  })

  test('behavior: filter also has the other arguments of the fields that take them', () => {
    const areas = [
      { name: 'financials', limit: 8, filter: { period: 'QUARTERLY', knownOn: '2024-01-01' } },
      {
        name: 'derivatives.options',
        filter: { type: 'CALL', minStrike: 200, since: '2026-12-01' },
      },
      { name: 'technicals', filter: { range: '2y', period: 50 } },
    ]
    const { query, variables } = operation(areas)
    expect(variables).toEqual({
      ticker: 'AAPL',
      financials_ArrayFilterInput: { limit: 8 },
      financials_period: 'QUARTERLY',
      financials_knownOn: '2024-01-01',
      derivatives_options_type: 'CALL',
      derivatives_options_minStrike: 200,
      derivatives_options_ArrayFilterInput: { since: '2026-12-01' },
      technicals_range: '2y',
      technicals_period: 50,
    })
    expect(query).toContain(
      'financials(knownOn: $financials_knownOn) { income(period: $financials_period, filter: $financials_ArrayFilterInput) {',
    )
    expect(query).toContain('macd { macd')
    expect(priceOf({ query, variables }).amount).toBeGreaterThan(0n)
  })

  test('behavior: other tools refuse an input of this name themselves', () => {
    expect(splitAreas('quotes', { areas: 1 })).toEqual({ rest: { areas: 1 }, areas: undefined })
  })
})

function takesLimit(name: string): boolean {
  try {
    splitAreas('entityByTicker', { areas: [{ name, limit: 1 }] })
    return true
  } catch {
    return false
  }
}

import { Kind, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { catalog, toolNamed } from './catalog.ts'

describe('catalog', () => {
  test('default: has the sixteen tools of the specification', () => {
    expect(
      catalog.map(({ name, category, outputPath, paginated }) => [
        name,
        category,
        outputPath,
        paginated,
      ]),
    ).toEqual([
      ['quotes', 'market', 'data.quotes', true],
      ['searchEntities', 'market', 'data.searchEntities', true],
      ['priceHistory', 'market', 'data.priceHistory', true],
      ['entityByTicker', 'market', 'data.entityByTicker', false],
      ['entitiesByTickers', 'market', 'data.entitiesByTickers', true],
      ['marketStatus', 'market', 'data.marketStatus', false],
      ['sanctionsScreen', 'regulatory', 'data.sanctionsScreen', true],
      ['institutionalHoldings', 'regulatory', 'data.institutionalHoldings', true],
      ['gdp', 'macro', 'data.gdp', true],
      ['inflation', 'macro', 'data.inflation', true],
      ['interestRates', 'macro', 'data.interestRates', true],
      ['macroSeries', 'macro', 'data.macroSeries', true],
      ['shortInterest', 'regulatory', 'data.shortInterest', true],
      ['campaignFinance', 'regulatory', 'data.campaignFinance', true],
      ['sp500Multiples', 'market', 'data.sp500Multiples', true],
      ['screen', 'market', 'data.screen', true],
    ])
  })

  test.each(catalog.map((tool) => [tool.name, tool] as const))(
    'behavior: %s takes as variables exactly its inputs',
    (_, { query, inputSchema, variables }) => {
      const [operation] = parse(query).definitions
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not an operation')
      const definitions = operation.variableDefinitions ?? []
      expect(definitions.map(({ variable }) => variable.name.value).sort()).toEqual(
        Object.keys(inputSchema.properties ?? {}).sort(),
      )
      const required = definitions
        .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
        .map(({ variable }) => variable.name.value)
      expect(required.sort()).toEqual([...(inputSchema.required ?? [])].sort())
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(variables)),
      )
    },
  )

  test('behavior: has the bounds and defaults of the specification', () => {
    const input = (name: string) => toolNamed(name)?.inputSchema.properties ?? {}
    expect(input('quotes')['tickers']).toMatchObject({ minItems: 1, maxItems: 100 })
    expect(input('priceHistory')).toMatchObject({
      tickers: { minItems: 1, maxItems: 50 },
      range: { default: '1y' },
      interval: { default: '1d' },
    })
    expect(input('entitiesByTickers')['tickers']).toMatchObject({ minItems: 1, maxItems: 50 })
    expect(input('searchEntities')).toMatchObject({
      query: { minLength: 1 },
      limit: { minimum: 1, maximum: 50, default: 10 },
      type: { enum: ['EQUITY', 'CRYPTO', 'INDEX'] },
    })
    expect(input('institutionalHoldings')['limit']).toMatchObject({
      minimum: 1,
      maximum: 500,
      default: 50,
    })
    expect(input('gdp')['type']).toMatchObject({
      enum: ['real', 'nominal', 'forecast'],
      default: 'real',
    })
    expect(input('screen')['filter']?.properties).toMatchObject({
      limit: { minimum: 1, maximum: 100, default: 25 },
      offset: { minimum: 0, default: 0 },
      universe: { default: 'MOST_ACTIVES' },
    })
    expect(input('macroSeries')['filter']?.properties).toMatchObject({
      limit: { maximum: 500, default: 20 },
      sort: { default: 'DESC' },
    })
  })

  test('error: an unknown tool is undefined', () => expect(toolNamed('quots')).toBeUndefined())
})

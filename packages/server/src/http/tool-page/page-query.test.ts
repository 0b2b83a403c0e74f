import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { addsCurrency, pageQuery } from './page-query.ts'

test('default: the page of a price selects its currency, the other pages what the tool selects', () => {
  expect(pageQuery(toolNamed('quotes')!)).toContain('{ ticker price currency change')
  expect(pageQuery(toolNamed('priceHistory')!)).toContain('{ ticker currency bars {')
  expect(pageQuery(toolNamed('gdp')!)).toBe(toolNamed('gdp')!.query)
  expect(catalog.filter(addsCurrency).map(({ name }) => name)).toEqual([
    ...['quotes', 'priceHistory', 'entityByTicker', 'entitiesByTickers'],
  ])
})

test('property: the query of each page is valid, and costs what the call of its tool costs', () => {
  const contract = { schema: buildSchema(schemaText), tariff }
  for (const tool of catalog) {
    const priceOf = (query: string) =>
      priceRequest(contract, prepareOperation(contract, query), tool.variables).price.amount
    expect(priceOf(pageQuery(tool)), tool.name).toBe(priceOf(tool.query))
  }
})

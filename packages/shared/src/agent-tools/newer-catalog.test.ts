import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { catalog, toolNamed } from '../catalog/catalog.ts'
import { prepareOperation, priceRequest } from '../pricing/price-request.ts'
import { schemaText, tariff } from '../schema/contract.ts'
import { listedInput, newerCatalog, newerToolNamed } from './newer-catalog.ts'

const schema = buildSchema(schemaText)

test('behavior: only entities accept areas, only bars a filter, and the catalog does not change', () => {
  expect(listedInput('entityByTicker')).toMatchObject({ properties: { areas: { type: 'array' } } })
  expect(toolNamed('entityByTicker')!.inputSchema.properties).not.toHaveProperty('areas')
  expect(toolNamed('priceHistory')!.inputSchema.properties).not.toHaveProperty('filter')
  const changed = newerCatalog.filter((tool, at) => tool.query !== catalog[at]!.query)
  expect(changed).toEqual([])
  expect(newerCatalog.map(({ name }) => name)).toEqual(catalog.map(({ name }) => name))
  for (const { name } of newerCatalog)
    expect(JSON.stringify(listedInput(name)), name).not.toMatch(/[a-z]Input\b/)
  expect(newerToolNamed('nope')).toBeUndefined()
})

test('behavior: bars with a filter have the fields and the price of the catalog', () => {
  const older = toolNamed('priceHistory')!
  const days = { since: '2019-03-04', until: '2019-03-04' }
  const input = { ...older.variables, range: '10y', filter: days }
  const { query } = newerToolNamed('priceHistory', input)!
  expect(newerToolNamed('priceHistory', older.variables)!.query).toBe(older.query)
  expect(validate(schema, parse(query))).toEqual([])
  const selectionOf = (text: string) => text.slice(text.lastIndexOf(') {'))
  expect(selectionOf(query)).toBe(selectionOf(older.query))
  const contract = { schema, tariff }
  const { price } = priceRequest(contract, prepareOperation(contract, query), input)
  expect(price.credits).toBe(10)
})

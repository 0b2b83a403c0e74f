import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { schemaText } from '../schema/contract.ts'
import { areaNames } from './areas.ts'
import { unknownName } from './unknown-name.ts'

const schema = buildSchema(schemaText)
const names = { tool: ['gdp'], area: areaNames, field: ['news'], candidates: areaNames }

test.each([
  ['insiderTrads', 'Did you mean insiderTrades?'],
  ['options', 'Did you mean derivatives.options?'],
  ['CashFlow', 'Did you mean financials.cashFlow?'],
  [
    'grossProfit',
    expect.stringContaining(
      'A field of this name; describe its type for a query: IncomeStatement.grossProfit',
    ),
  ],
  ['knownOn', expect.stringMatching(/^Fields with an argument.*Query.macroSeries/)],
])('error: %s gets a fact that leads to its description', (name, fact) => {
  expect(unknownName(schema, name, names)).toMatchObject({
    code: 'BAD_INPUT',
    facts: expect.arrayContaining([fact, 'Tools: gdp', 'Fields: news']),
  })
})

test('behavior: a name with many places lists twelve of them', () => {
  const [place] = unknownName(schema, 'date', names).facts
  expect(place!.split(', ')).toHaveLength(12)
})

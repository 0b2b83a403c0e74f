import { expect, test } from 'vitest'
import { rootFields } from './root-fields.ts'

const body = (query: string, operationName?: string) => JSON.stringify({ query, operationName })

test('default: root fields by their names in the schema, and their response keys', () => {
  expect(
    rootFields(body('{ quotes { price } gdp: quotes { price } inflation { value } }')),
  ).toEqual([
    { field: 'quotes', key: 'quotes' },
    { field: 'quotes', key: 'gdp' },
    { field: 'inflation', key: 'inflation' },
  ])
})

test('behavior: fragments are entered, introspection is left out', () => {
  const query = '{ __typename ... { a: gdp } ...F } fragment F on Query { b: quotes { price } }'
  expect(rootFields(body(query))).toEqual([
    { field: 'gdp', key: 'a' },
    { field: 'quotes', key: 'b' },
  ])
})

test('behavior: of several operations the one that runs', () => {
  const query = 'query A { gdp } query B { quotes { price } }'
  expect(rootFields(body(query, 'B'))).toEqual([{ field: 'quotes', key: 'quotes' }])
})

test.each(['{}', 'x', body('{ quotes'), body('query A { a }', 'B'), '{"query":1}'])(
  'behavior: %s has none that are known',
  (text) => expect(rootFields(text)).toBeUndefined(),
)

import { expect, test } from 'vitest'
import { rootFields } from './root-fields.ts'

const body = (query: string, operationName?: string) => JSON.stringify({ query, operationName })

test('default: returns root fields with their schema names and response keys', () => {
  expect(
    rootFields(body('{ quotes { price } gdp: quotes { price } inflation { value } }')),
  ).toEqual([
    { field: 'quotes', key: 'quotes' },
    { field: 'quotes', key: 'gdp' },
    { field: 'inflation', key: 'inflation' },
  ])
})

test('behavior: includes fields of fragments, and excludes introspection', () => {
  const query = '{ __typename ... { a: gdp } ...F } fragment F on Query { b: quotes { price } }'
  expect(rootFields(body(query))).toEqual([
    { field: 'gdp', key: 'a' },
    { field: 'quotes', key: 'b' },
  ])
})

test('behavior: uses the operation that runs', () => {
  const query = 'query A { gdp } query B { quotes { price } }'
  expect(rootFields(body(query, 'B'))).toEqual([{ field: 'quotes', key: 'quotes' }])
})

test.each(['{}', 'x', body('{ quotes'), body('query A { a }', 'B'), '{"query":1}'])(
  'behavior: %s has no known fields',
  (text) => expect(rootFields(text)).toBeUndefined(),
)

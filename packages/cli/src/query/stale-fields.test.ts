import { expect, test } from 'vitest'
import { staleFields } from './stale-fields.ts'

const body = (query: string) => JSON.stringify({ query })

test('default: quotes and unknown fields older than a minute are stale; slow fields are not', () => {
  const request = body('{ quotes { price } gdp { value } news { title } }')
  expect(staleFields(request, 60_001)).toEqual(['quotes', 'news'])
})

test('behavior: judges an alias by its field and names it by its key', () => {
  const request = body('{ gdp: quotes { price } quotes: gdp { value } }')
  expect(staleFields(request, 60_001)).toEqual(['gdp'])
})

test('behavior: a young answer, one of unknown age, and no query have none', () => {
  expect(staleFields(body('{ quotes { price } }'), 60_000)).toEqual([])
  expect(staleFields(body('{ quotes { price } }'), undefined)).toEqual([])
  expect(staleFields('{"amount":"1"}', 99_999)).toEqual([])
})

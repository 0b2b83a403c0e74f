import { expect, test } from 'vitest'
import { staleFields } from './stale-fields.ts'

const data = { quotes: [], gdp: [], q: [] }

test('default: quotes older than a minute are stale, slow fields are not', () => {
  expect(staleFields(data, 60_001)).toEqual(['quotes', 'q'])
})

test('behavior: a young answer, one of unknown age, and no data have none', () => {
  expect(staleFields(data, 60_000)).toEqual([])
  expect(staleFields(data, undefined)).toEqual([])
  expect(staleFields(null, 99_999)).toEqual([])
})

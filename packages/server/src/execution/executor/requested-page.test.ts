import { defined } from '@fiq/shared/defined'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { requestedPage } from './requested-page.ts'

const { series, found } = buildSchema(
  'type Query { series(filter: Page): Int found(limit: Int = 10): Int } input Page { limit: Int = 20 offset: Int }',
)
  .getQueryType()!
  .getFields()

function pageOf(field: typeof series, args: object, pagesOf?: string) {
  const rate = { credits: 1, ...defined({ pagesOf }) }
  return requestedPage({ bound: { args: [args] } } as never, { field: field!, rate, slot: 0 })
}

test('default: limit and offset of a filter, by default those of the schema', () => {
  expect(pageOf(series, { filter: { limit: 5, offset: 40 } }, 'filter.limit')).toEqual({
    limit: 5,
    offset: 40,
  })
  for (const args of [{}, { filter: null }, { filter: { limit: 20, offset: null } }])
    expect(pageOf(series, args, 'filter.limit')).toEqual({ limit: 20, offset: 0 })
})

test('behavior: a list without offset has no next page, and a field without limit has no page', () => {
  expect(pageOf(found, { limit: 3 }, 'limit')).toEqual({ limit: 3, offset: undefined })
  expect(pageOf(found, {})).toBeUndefined()
})

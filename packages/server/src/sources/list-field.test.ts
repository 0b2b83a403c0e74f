import { expect, test } from 'vitest'
import { recordedTransport } from '../upstreams/testing/recorded.ts'
import { listField } from './list-field.ts'
import { testContext } from './testing/describe-connector.ts'

const days = ['2026-01-02', null, '2026-01-03', '2026-01-01']
const field = listField({
  credits: 2,
  limitMax: 100,
  load: async () => ({ value: days.map((day) => ({ day })), provenance: [] }),
  dateOf: ({ day }) => day,
})
const context = testContext(recordedTransport([]))

test('default: newest first, undated rows last, priced by the page', async () => {
  const { value } = await field.resolve(null, {}, context)
  expect(value).toEqual([
    { day: '2026-01-03' },
    { day: '2026-01-02' },
    { day: '2026-01-01' },
    { day: null },
  ])
  expect(field.rate).toEqual({ credits: 2, pagesOf: 'filter.limit', limitMax: 100 })
})

test('behavior: the filter limits and pages', async () => {
  const filter = { since: '2026-01-01', sort: 'ASC', offset: 1, limit: 1 }
  const { value } = await field.resolve(null, { filter }, context)
  expect(value).toEqual([{ day: '2026-01-02' }])
})

test('behavior: asOf is the day of the newest row of the page, or that of the source', async () => {
  const source = { sourceUrl: 'x', asOf: '2026-01-05', stale: null }
  const asOf = async (more: object, filter: object) => {
    const list = listField({
      credits: 1,
      load: async () => ({ value: days.map((day) => ({ day })), provenance: [source as never] }),
      dateOf: ({ day }) => day,
      ...more,
    })
    return (await list.resolve(null, { filter }, context)).provenance.map((each) => each.asOf)
  }
  expect(await asOf({}, { limit: 1 })).toEqual(['2026-01-03'])
  expect(await asOf({}, { limit: 1, offset: 2 })).toEqual(['2026-01-01'])
  expect(await asOf({ statedOn: () => null }, { limit: 1 })).toEqual(['2026-01-05'])
})

test('error: refuses a limit above the cap of the field', () => {
  expect(() => field.bounds!({ filter: { limit: 101 } })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
})

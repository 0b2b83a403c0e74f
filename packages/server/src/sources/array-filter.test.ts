import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ArrayFilter,
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  defaultFilter,
  pageOf,
  provenanceOfRows,
} from './array-filter.ts'
import type { Provenance } from './connector.ts'

const rows = ['2025-01-31', '2025-02-03', '2025-02-01'].map((date) => ({ date }))
const dates = (filter: Partial<ArrayFilter>) =>
  applyFilter(rows, { ...defaultFilter, ...filter }, (row) => row.date).map(({ date }) => date)

test('behavior: asOf is the day of the newest row of the page', () => {
  const source = (asOf: string | null, stale: boolean | null) =>
    ({ source: 'x', asOf, stale }) as Provenance
  const asOfPage = (filter: Partial<ArrayFilter>, own: Provenance) =>
    pageOf({ value: rows, provenance: [own] }, { ...defaultFilter, ...filter }, (row) => row.date)
      .provenance[0]
  expect(asOfPage({ limit: 1 }, source('2025-02-03', true))).toMatchObject({
    asOf: '2025-02-03',
    stale: true,
  })
  expect(asOfPage({ until: '2025-02-02' }, source('2025-02-03', true))).toMatchObject({
    asOf: '2025-02-01',
    stale: false,
  })
  expect(asOfPage({ offset: 2 }, source('2025-02-03T21:00:00Z', null))).toMatchObject({
    asOf: '2025-01-31',
    stale: null,
  })
  for (const own of [source(null, null), source('2025-02-03T21:00:00Z', true)])
    expect(asOfPage({ limit: 2 }, own)).toEqual(own)
  expect(asOfPage({ offset: 3 }, source('2025-02-03', true))).toMatchObject({ asOf: '2025-02-03' })
})

test('behavior: asOf of each source is the time of the newest of its own rows', () => {
  const source = (sourceUrl: string, asOf: string | null) => ({ sourceUrl, asOf }) as Provenance
  const [feed, file, silent] = [
    source('feed', '2025-02-03T21:00:00Z'),
    source('file', null),
    source('silent', '2025-02-02'),
  ] as const
  const asOf = (of: readonly { date: string | null }[]) => {
    const rowProvenance = new Map(
      of.map((row, at) => [row, [{ ...(at % 2 === 0 ? feed : file) }]] as const),
    )
    return provenanceOfRows(
      { provenance: [feed, file, silent], rowProvenance },
      of,
      ({ date }) => date,
      new Date('2025-02-04T00:00:00Z'),
    ).map((each) => each.asOf)
  }
  expect(asOf(rows)).toEqual(['2025-02-01', '2025-02-03', '2025-02-02'])
  expect(asOf([{ date: '2025-02-03' }])).toEqual(['2025-02-03T21:00:00Z', null, '2025-02-02'])
  // Neither a later time nor a missing one is that of the source.
  expect(asOf([{ date: '2031-01-01' }, { date: '2031-01-01' }])).toEqual([
    feed.asOf,
    null,
    silent.asOf,
  ])
  expect(asOf([{ date: null }])).toEqual([feed.asOf, null, silent.asOf])
})

describe('applyFilter', () => {
  test('default: newest first, at most twenty', () => {
    expect(dates({})).toEqual(['2025-02-03', '2025-02-01', '2025-01-31'])
    const many = Array.from({ length: 30 }, (_, day) => ({ date: `2025-01-${10 + day}` }))
    expect(applyFilter(many.slice(0, 21), defaultFilter, (row) => row.date)).toHaveLength(20)
  })

  test('behavior: sorts before it pages', () => {
    expect(dates({ sort: 'ASC', limit: 1 })).toEqual(['2025-01-31'])
    expect(dates({ offset: 1, limit: 1 })).toEqual(['2025-02-01'])
    expect(dates({ offset: 3 })).toEqual([])
  })

  test.each<Partial<ArrayFilter>>([
    { since: '2025-02-01', until: '2025-02-01' },
    { since: '2025-02-01T00:00:00Z', until: '2025-02-01T00:00:00Z' },
    { since: '2025-02-01T00:00:00', until: '2025-02-01T23:59' },
    { since: '2025-02-01T02:00:00+02:00', until: '2025-02-02' },
  ])('behavior: $since to $until is inclusive', (filter) => {
    expect(dates(filter)).toEqual(['2025-02-01'])
  })

  test('behavior: an until day includes its last instant', () => {
    const late = [{ date: '2025-02-01T23:59:59.999Z' }, { date: '2025-02-02T00:00:00Z' }]
    const kept = applyFilter(late, { ...defaultFilter, until: '2025-02-01' }, (row) => row.date)
    expect(kept).toEqual([late[0]])
  })

  test('behavior: joined pages give the whole sorted list', () => {
    const day = fc.integer({ min: 0, max: 9_000 }).map((n) => ({
      date: new Date(n * 86_400_000).toISOString().slice(0, 10),
    }))
    const page = fc.integer({ min: 1, max: 7 })
    const sort = fc.constantFrom('ASC' as const, 'DESC' as const)
    fc.assert(
      fc.property(fc.array(day, { maxLength: 40 }), page, sort, (held, limit, sort) => {
        const paged = []
        for (let offset = 0; offset <= held.length; offset += limit)
          paged.push(...applyFilter(held, { limit, offset, sort }, (row) => row.date))
        const ascending = held.map((row) => row.date).sort()
        if (sort === 'DESC') ascending.reverse()
        expect(paged.map((row) => row.date)).toEqual(ascending)
      }),
    )
  })
})

describe('arrayFilterBounds', () => {
  test('default: accepts no filter, an empty one and the limits themselves', () => {
    for (const filter of [undefined, null, {}, { limit: 1 }, { limit: 500, offset: 0 }])
      expect(() => arrayFilterBounds(filter)).not.toThrow()
    expect(() => arrayFilterBounds({ since: '2025-02-01T00:00:00.5+05:30' })).not.toThrow()
    expect(() => arrayFilterBounds({ until: '2024-02-29' })).not.toThrow()
  })

  test.each([
    [{ limit: 0 }, 'filter.limit'],
    [{ limit: 501 }, 'filter.limit'],
    [{ limit: 1.5 }, 'filter.limit'],
    [{ offset: -1 }, 'filter.offset'],
    [{ sort: 'desc' }, 'filter.sort'],
    [{ since: 'yesterday' }, 'filter.since'],
    [{ since: '2025-02-30' }, 'filter.since'],
    [{ since: '2025' }, 'filter.since'],
    [{ until: '2025-02-01T25:00:00Z' }, 'filter.until'],
    [{ until: 20250201 }, 'filter.until'],
  ])('error: %o reports %s', (filter, argument) => {
    expect(() => arrayFilterBounds(filter)).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: expect.stringContaining(`${argument} `),
      }),
    )
  })

  test('error: uses a lower cap', () => {
    expect(() => arrayFilterBounds({ limit: 101 }, 100)).toThrow('from 1 to 100')
  })

  test('error: any value is accepted or BAD_INPUT', () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.record({ since: fc.string() })), (filter) => {
        try {
          arrayFilterBounds(filter)
          applyFilter(rows, arrayFilterOf(filter), (row) => row.date)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      }),
    )
  })
})

test('default: arrayFilterOf replaces missing or null values by defaults', () => {
  expect(arrayFilterOf(undefined)).toEqual(defaultFilter)
  expect(arrayFilterOf({ limit: 3, offset: null, until: null })).toEqual({
    ...defaultFilter,
    limit: 3,
  })
})

test('behavior: arrayFilterOf keeps text that is no time, which the bounds refuse', () => {
  for (const until of ['BTC-USD', 'TODAY', '2025-02-30T00:00'])
    expect(arrayFilterOf({ until })).toMatchObject({ until })
})

test('behavior: bounds with a time become UTC, whatever the time zone of this machine', () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'Asia/Tokyo'
  try {
    expect(
      arrayFilterOf({ since: '2025-02-01T00:30:00', until: '2025-01-31T20:00:00-05:00' }),
    ).toMatchObject({ since: '2025-02-01T00:30:00.000Z', until: '2025-02-01T01:00:00.000Z' })
    expect(arrayFilterOf({ until: '2025-02-01' })).toMatchObject({ until: '2025-02-01' })
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})

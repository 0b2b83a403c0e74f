import { describe, expect, test } from 'vitest'
import { arrayFilterOf } from './array-filter.ts'

const filterOf = (options: Record<string, string>) => arrayFilterOf({ arguments: {}, options })

describe('arrayFilterOf', () => {
  test('default: sends nothing without options', () => {
    expect(filterOf({})).toBeUndefined()
  })

  test('behavior: sends only the given options', () => {
    expect(
      filterOf({ limit: '12', sort: 'asc', since: '2010-01-01', until: '2018-02-07T10:00:00Z' }),
    ).toEqual({ limit: 12, sort: 'ASC', since: '2010-01-01', until: '2018-02-07T10:00:00Z' })
    expect(filterOf({ offset: '0' })).toEqual({ offset: 0 })
  })

  test.each([
    { limit: '0' },
    { limit: '501' },
    { offset: '-1' },
    { since: 'yesterday' },
    { since: '2018-02-31' },
    { until: '2018-13-01' },
    { until: '2018' },
  ])('error: refuses %j', (options) => {
    expect(() => filterOf(options as Record<string, string>)).toThrow(
      expect.objectContaining({ code: 'USAGE' }),
    )
  })
})

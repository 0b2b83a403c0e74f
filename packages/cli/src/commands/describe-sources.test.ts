import { describe, expect, test } from 'vitest'
import { ageOf, describeSources } from './describe-sources.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe('ageOf', () => {
  test.each([
    ['2018-02-07', '8 years old'],
    ['2024-11-20', '2 years old'],
    ['2026-01-01', '10 months old'],
    ['2026-09-20', '2 months old'],
    ['2026-11-10', '10 days old'],
    ['2026-11-19', undefined],
    ['2026-11-20T11:59:00Z', undefined],
    ['2027-01-01', undefined],
    ['2018', '8 years old'],
    ['not a date', undefined],
  ])('default: %s is %s', (asOf, age) => {
    expect(ageOf(asOf, now)).toBe(age)
  })
})

describe('describeSources', () => {
  test('default: one line a source and day, stale ones marked', () => {
    const source = {
      path: 'priceHistory',
      source: 'Stooq',
      sourceUrl: undefined,
      asOf: '2018-02-07',
      mode: 'mirror',
      stale: true,
    }
    expect(
      describeSources(
        [
          source,
          { ...source, path: 'other' },
          { ...source, source: 'SEC', mode: 'live', asOf: undefined, stale: false },
        ],
        now,
      ),
    ).toEqual([
      { text: 'source: Stooq (mirror), as of 2018-02-07, 8 years old', stale: true },
      { text: 'source: SEC', stale: false },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { ageOf, describeSources, otherWarnings, sourceLines } from './describe-sources.ts'

const now = new Date('2026-11-20T12:00:00Z')
const clock = { now }

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
  ])('default: formats %s as %s', (asOf, age) => {
    expect(ageOf(asOf, now)).toBe(age)
  })
})

const source = {
  path: 'priceHistory',
  source: 'Stooq',
  sourceUrl: undefined,
  asOf: '2018-02-07',
  mode: 'mirror',
  stale: true,
}

describe('otherWarnings', () => {
  const old = 'priceHistory is as of 2018-02-07: older than its area allows'

  test('default: states the age of a value once, in the line of its source', () => {
    expect(otherWarnings([old, 'The list is cut.'], [source])).toEqual(['The list is cut.'])
  })

  test('behavior: keeps a warning of another path, or of a path whose source shows no age', () => {
    expect(otherWarnings([old], [{ ...source, path: 'quotes' }])).toEqual([old])
    expect(otherWarnings([old], [{ ...source, stale: false }])).toEqual([old])
    expect(otherWarnings([old], [])).toEqual([old])
  })
})

describe('describeSources', () => {
  test('behavior: a value of a period shows the period, and is as old as its last day', () => {
    const gdp = { ...source, source: 'World Bank', asOf: '2025-01-01', mode: 'live', stale: false }
    const period = { date: '2025-01-01', name: '2025', lastDay: '2025-12-31' }
    const text = (at: typeof gdp) => describeSources([at], clock, period)[0]?.text
    expect(text(gdp)).toBe('World Bank, as of 2025, 10 months old')
    expect(text({ ...gdp, asOf: '2024-01-01' })).toBe('World Bank, as of 2024-01-01, 2 years old')
  })

  test.each([
    ['15-minute', '2026-11-20T19:36:00Z', 'Alpaca, 15 min late, 14:36 EST'],
    ['15-minute', '2026-11-19T19:36:00Z', 'Alpaca, 15 min late, Thu 14:36 EST'],
    ['real-time', '2026-11-20T19:36:00Z', 'Alpaca, 14:36 EST'],
    ['15-minute', '2026-11-19', 'Alpaca, close of 2026-11-19'],
    ['15-minute', '2026-11-20', 'Alpaca, 15 min late, 2026-11-20'],
    ['periodic', '2026-10-26', 'Alpaca, close of 2026-10-26, 25 days old'],
  ])('behavior: a price that is %s shows its time', (delay, asOf, text) => {
    const place = { mode: 'live', stale: false, venue: 'consolidated' }
    const price = { ...source, ...place, source: 'Alpaca', delay, asOf }
    expect(describeSources([price], { now: new Date('2026-11-20T20:00:00Z') })).toEqual([
      { text, stale: false, asOf },
    ])
  })

  test.each([
    ['single', 'Kraken, one exchange only, 14:36 EST'],
    ['indicative', 'Kraken, indicative, not tradable, 14:36 EST'],
  ])('behavior: a price of a venue that is %s is marked as such', (venue, text) => {
    const asOf = '2026-11-20T19:36:00Z'
    const price = { ...source, source: 'Kraken', mode: 'live', stale: false, asOf, venue }
    const live = { ...price, delay: 'real-time' }
    expect(describeSources([live], { now: new Date(asOf) })).toEqual([{ text, stale: false, asOf }])
  })

  test('behavior: a series that is published irregularly has no close', () => {
    const series = { ...source, source: 'OECD', mode: 'live', stale: false, delay: 'periodic' }
    expect(describeSources([{ ...series, asOf: '2026-11-01' }], clock)).toEqual([
      { text: 'OECD, as of 2026-11-01, 19 days old', stale: false, asOf: '2026-11-01' },
    ])
  })

  test('behavior: prints "stale" if the age alone does not show it', () => {
    expect(describeSources([{ ...source, asOf: '2026-11-20T11:00:00Z' }], clock)).toEqual([
      {
        text: 'Stooq (mirror), as of 2026-11-20, older than it should be',
        stale: true,
        asOf: '2026-11-20T11:00:00Z',
      },
    ])
    expect(describeSources([{ ...source, asOf: undefined }], clock)).toEqual([
      { text: 'Stooq (mirror), older than it should be', stale: true, asOf: undefined },
    ])
  })

  test('default: one line for each source and day, stale ones marked', () => {
    expect(
      describeSources(
        [
          source,
          { ...source, path: 'other' },
          { ...source, source: 'SEC', mode: 'live', asOf: undefined, stale: false },
        ],
        clock,
      ),
    ).toEqual([
      { text: 'Stooq (mirror), as of 2018-02-07, 8 years old', stale: true, asOf: '2018-02-07' },
      { text: 'SEC', stale: false, asOf: undefined },
    ])
  })
})

describe('sourceLines', () => {
  const words = ['a', 'b', 'c'].map((text, index) => ({
    text,
    stale: false,
    asOf: `2026-11-1${9 - index}`,
  }))

  test('default: names two sources; of more, the count and the oldest', () => {
    expect(sourceLines(words.slice(0, 2), false)).toEqual(['a; b'])
    expect(sourceLines(words, false)).toEqual(['3 sources, the oldest c (--sources lists them)'])
    expect(sourceLines([], false)).toEqual([])
  })

  test('behavior: --sources prints one line for each', () => {
    expect(sourceLines(words, true)).toEqual(['a', 'b', 'c'])
  })
})

import { expect, test } from 'vitest'
import { daysToCoverOf, inOrder, isStaleSettlement, publishedOn } from './short-interest-record.ts'

const row = (settlementDate: string, sharesShort: number, revised = false) => ({
  record: {
    settlementDate,
    sharesShort,
    daysToCover: null,
    previousSharesShort: null,
    changePercent: null,
    averageDailyVolume: null,
  },
  revised,
})
const shown = (...rows: ReturnType<typeof row>[]) =>
  inOrder(rows).map(({ settlementDate, sharesShort }) => [settlementDate, sharesShort])

test('default: newest first, for any order of the input', () => {
  expect(shown(row('2026-09-15', 1), row('2026-10-30', 3), row('2026-10-15', 2))).toEqual([
    ['2026-10-30', 3],
    ['2026-10-15', 2],
    ['2026-09-15', 1],
  ])
})

test('behavior: a revised row replaces the first of its date, in any order', () => {
  const [first, revised] = [row('2026-10-30', 1), row('2026-10-30', 2, true)]
  expect(shown(first, revised)).toEqual([['2026-10-30', 2]])
  expect(shown(revised, first)).toEqual([['2026-10-30', 2]])
})

test('behavior: 999.99 days are a mark only beside no volume', () => {
  expect([daysToCoverOf(999.99, 0), daysToCoverOf(999.99, null)]).toEqual([null, null])
  expect([daysToCoverOf(999.99, 7), daysToCoverOf(1, 0)]).toEqual([999.99, 1])
})

test('behavior: a settlement is stale when two later ones should be published', () => {
  const now = new Date('2026-11-18T00:00:00Z')
  expect(isStaleSettlement('2026-10-14', now)).toBe(false)
  expect(isStaleSettlement('2026-10-13', now)).toBe(true)
  expect(isStaleSettlement(null, now)).toBe(true)
})

test.each([
  // Over Martin Luther King Day, and over an ordinary weekend.
  ['2025-01-15', '2025-01-27'],
  ['2025-02-28', '2025-03-11'],
  // Days on which Nasdaq announced the figures, over Columbus Day, Thanksgiving and New Year.
  ['2007-09-14', '2007-09-25'],
  ['2007-09-28', '2007-10-09'],
  ['2007-10-31', '2007-11-09'],
  ['2007-11-15', '2007-11-27'],
  ['2007-12-31', '2008-01-10'],
  ['2016-05-13', '2016-05-24'],
  ['2016-09-30', '2016-10-11'],
  ['2021-11-15', '2021-11-24'],
])('behavior: the settlement of %s is published on %s', (settlement, published) => {
  expect(publishedOn(settlement)).toBe(published)
})

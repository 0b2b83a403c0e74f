import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { treasuryYields, yearsOf } from './connector.ts'
import { type ParYields, parseParYields } from './par-yields.ts'

describeConnector(treasuryYields, [{ coordinate: 'Query.treasuryYields', args: {} }])

const { resolve } = treasuryYields.fields['Query.treasuryYields']!
const now = () => new Date('2026-06-14T17:00:00Z')
const address = (year: number) =>
  `https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&_format=csv`
const file = new URL(
  '../../../../../../shared/data/fred/treasury_yields_2026.json.gz',
  import.meta.url,
)
const absent = existsSync(file) ? '' : ' (skipped: ../shared/data/fred is absent)'

test.skipIf(absent !== '')(
  `default: returns the curve of 2026, newest first${absent}`,
  async () => {
    type Day = { date: string; y1m: number; y2: number; y10: number; y30: number }
    const days = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Day[]
    const lines = days.map(({ date, y1m, y2, y10, y30 }) => [date, y1m, y2, y10, y30].join(','))
    const body = `Date,"1 Mo","2 Yr","10 Yr","30 Yr"\n${lines.join('\n')}\n`
    const recorded = { at: '2026-06-13T00:00:00Z', url: address(2026) }
    const context = testContext(recordedTransport([{ recorded, body }]), { now })
    const filter = { since: '2026-01-01', limit: 2 }
    const { value, provenance } = await resolve(null, { filter }, context)
    expect(value).toMatchObject([
      { date: '2026-06-12', month1: 3.69, year2: 3.86, year10: 4.34, year30: 4.98, month2: null },
      { date: '2026-06-11', month1: 3.69, year10: 4.31 },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-06-12', stale: false }])
    const later = { ...context, now: () => new Date('2026-06-18T00:00:01Z') }
    expect(await resolve(null, { filter }, later)).toMatchObject({ provenance: [{ stale: true }] })
    const past = await resolve(null, { filter: { ...filter, until: '2026-03-01' } }, later)
    expect(past.value).toMatchObject([{ date: '2026-02-27' }, { date: '2026-02-26' }])
    expect(past.provenance).toMatchObject([{ asOf: '2026-02-27', stale: false }])
  },
)

test.skipIf(absent !== '')(`default: returns every day and maturity of 2026${absent}`, () => {
  const days = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<string, unknown>[]
  const names = { '2 Mo': 'month2', '4 Mo': 'month4', '6 Mo': 'month6', '1 Yr': 'year1' } as const
  const more = {
    '1 Mo': 'month1',
    '3 Mo': 'month3',
    '2 Yr': 'year2',
    '5 Yr': 'year5',
    '3 Yr': 'year3',
    '7 Yr': 'year7',
    '10 Yr': 'year10',
    '20 Yr': 'year20',
    '30 Yr': 'year30',
  } as const
  const columns = Object.entries({ ...names, ...more })
  const keyOf = (heading: string) =>
    heading.replace(/^(\d+) (Mo|Yr)$/, (_, count, unit) => `y${count}${unit === 'Mo' ? 'm' : ''}`)
  // The file has no gap, so every seventh figure is replaced: by an empty cell, and by N/A.
  const published = days.map((day, at) => ({
    date: day['date'],
    figures: columns.map(([heading], column) => ((at + column) % 7 ? day[keyOf(heading)] : null)),
  }))
  const lines = published.map(({ date, figures }, at) =>
    [date, ...figures.map((figure) => figure ?? ['', 'N/A'][at % 2])].join(),
  )
  const text = `Date,${columns.map(([heading]) => `"${heading}"`).join()}\n${lines.join('\n')}\n`
  const rows = parseParYields(text, new URL(address(2026)))
  const found = rows.map((row) => {
    const [year, month, day] = row.date.split('-')
    return { date: `${month}/${day}/${year}`, figures: columns.map(([, name]) => row[name]) }
  })
  const byDate = (a: { date: unknown }, b: { date: unknown }) =>
    String(a.date) < String(b.date) ? -1 : 1
  expect(found.toSorted(byDate)).toEqual(published.toSorted(byDate))
})

test('behavior: reads six weeks, which the Treasury writes as 1.5 months', () => {
  const text = 'Date,"1 Mo","1.5 Month","2 Mo","10 Yr"\n02/18/2025,4.37,4.36,4.35,4.55\n'
  expect(parseParYields(text, new URL(address(2025)))).toMatchObject([
    { date: '2025-02-18', month1: 4.37, weeks6: 4.36, month2: 4.35, year10: 4.55, year30: null },
  ])
})

test('behavior: reads as many years as the filter needs', async () => {
  expect(yearsOf({}, 2026)).toEqual([2026, 2025])
  expect(yearsOf({ since: '2023-05-01', until: '2024-01-01' }, 2026)).toEqual([2024, 2023])
  expect(yearsOf({ since: '1950-01-01', until: '1991-01-01' }, 2026)).toEqual([1991, 1990])
  expect(() => yearsOf({ since: '2030-01-01' }, 2026)).toThrow('Treasury yields reach from 1990')
  const context = testContext(sandboxTransport({ now, hosts: treasuryYields.sandbox! }), { now })
  const { value } = await resolve(null, { filter: { limit: 500 } }, context)
  const days = value as ParYields[]
  expect([days[0]!.date, days.at(-1)!.date]).toEqual(['2026-06-12', '2025-01-02'])
})

test('error: any text gives rows or is refused', () => {
  const url = new URL(address(2026))
  const unit = fc.constantFrom('Date', '"10 Yr"', ',', '\n', '06/12/2026', '4.3', 'N/A', 'x')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      try {
        for (const { date } of parseParYields(parts.join(''), url))
          expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      } catch (error) {
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

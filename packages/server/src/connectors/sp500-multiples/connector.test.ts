import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectorContext, SeriesPoint } from '../../sources/connector.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { sp500Multiples } from './connector.ts'
import { parseMultpl } from './multpl.ts'
import { shillerColumns, shillerRows } from './shiller.ts'

describeConnector(sp500Multiples, [
  { coordinate: 'Query.sp500Multiples', args: { series: 'shiller-pe' } },
  { coordinate: 'Query.sp500Multiples', args: { series: 'price-to-book' } },
])

const { resolve, check } = sp500Multiples.fields['Query.sp500Multiples']!
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = () => testContext(sandboxTransport({ now }), { now })
const points = async (series: string, context: ConnectorContext) =>
  (await resolve(null, { series }, context)).value as SeriesPoint[]

const file = new URL(
  '../../../../../../shared/data/equities/shiller_sp500_monthly.csv',
  import.meta.url,
)
const absent = existsSync(file) ? '' : ' (skipped: ../shared/data/equities is absent)'
const table = 'https://raw.githubusercontent.com/datasets/s-and-p-500/main/data/data.csv'

describe.skipIf(absent !== '')(`the real table${absent}`, () => {
  const real = () =>
    testContext(
      recordedTransport([
        {
          recorded: { at: '2026-06-02T00:00:00Z', url: table },
          body: readFileSync(file, 'utf8'),
        },
      ]),
      { now, enabled: ({ id }) => id === 'shiller' },
    )

  test.each([
    // 2023-06: price 4345.372857142857, dividend 68.71, earnings 181.17; 2023-09: PE10 30.81.
    ['pe-ratio', '2023-06-01', 23.98505744, '1871-01-01', 11.1],
    ['pe-ratio-ttm', '2023-06-01', 23.98505744, '1871-01-01', 11.1],
    ['shiller-pe', '2023-09-01', 30.81, '1881-01-01', 18.47],
    ['dividend-yield', '2023-06-01', 1.581222193, '1871-01-01', 5.855855856],
    ['earnings-yield', '2023-06-01', 4.169262477, '1871-01-01', 9.009009009],
  ])(
    'default: %s ends at its last figure, not at 0.0',
    async (series, newest, value, oldest, first) => {
      const all = await points(series, real())
      expect(all[0]).toEqual({ date: newest, value })
      expect(all.at(-1)).toEqual({ date: oldest, value: first })
      expect(all.filter((point) => point.value === 0)).toEqual([])
      expect((await resolve(null, { series }, real())).provenance).toMatchObject([
        { asOf: newest, stale: true },
      ])
    },
  )

  test.each([
    ['pe-ratio', (price: number, _: number, earnings: number) => price / earnings],
    ['shiller-pe', (_price: number, _dividend: number, _earnings: number, pe10: number) => pe10],
    ['dividend-yield', (price: number, dividend: number) => (100 * dividend) / price],
    ['earnings-yield', (price: number, _: number, earnings: number) => (100 * earnings) / price],
  ] as const)('default: %s of every month', async (series, multiple) => {
    const months = readFileSync(file, 'utf8').trim().split('\n').slice(1)
    const published = months.map((line) => {
      const [date = '', price, dividend, earnings, , , , , , pe10] = line.split(',')
      const value = multiple(Number(price), Number(dividend), Number(earnings), Number(pe10))
      return { date, value: Number.isFinite(value) && value !== 0 ? value : null }
    })
    const known = published.filter(({ value }) => value !== null).reverse()
    const all = (await points(series, real())).filter(({ value }) => value !== null)
    expect(all.map(({ date }) => date)).toEqual(known.map(({ date }) => date))
    expect(all.length).toBeGreaterThan(1_700)
    for (const [at, { value }] of all.entries())
      expect(Math.abs(value! / known[at]!.value! - 1)).toBeLessThan(1e-9)
  })
})

const html =
  '<table id="datatable"><tr><th>Date</th></tr>\n<tr class="odd">\n<td>Nov 1, 2026</td>\n<td>\n' +
  '<abbr title="Estimate">†</abbr>\n5.31\n</td>\n</tr><tr><td>Sep 30, 2026</td><td>&#x2002;\n1,004.9%\n</td></tr></table>'

describe('sp500Multiples', () => {
  test('default: every series has points in the sandbox, none of them 0', async () => {
    for (const series of ['pe-ratio', 'shiller-pe', 'price-to-book', 'price-to-sales']) {
      const all = await points(series, sandbox())
      expect(all.length).toBeGreaterThan(100)
      expect(all.map(({ value }) => value)).not.toContain(0)
      expect(all[0]!.date > all[1]!.date).toBe(true)
    }
  })

  test('behavior: if a table is outdated, uses a source that is up to date', async () => {
    const stale = 'Date,SP500,Dividend,Earnings,PE10\n2020-01-01,4,1,2,30\n2020-02-01,4,1,2,30\n'
    const at = '2026-11-01T00:00:00Z'
    const context = testContext(
      recordedTransport([
        { recorded: { at, url: table }, body: stale },
        { recorded: { at, url: 'https://www.multpl.com/shiller-pe/table/by-month' }, body: html },
      ]),
    )
    expect((await points('shiller-pe', context))[0]).toEqual({ date: '2026-11-01', value: 5.31 })
  })

  test('error: book and sales are disabled without an agreement, before payment', async () => {
    const context = testContext(recordedTransport([]), { enabled: ({ id }) => id === 'shiller' })
    await expect(check!({ series: 'price-to-book' }, context)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: ['FIQ_RESTRICTED_UPSTREAMS=multpl turns on multpl.com'],
    })
  })
})

test('default: reads rows of the page, without daggers and units', () => {
  expect(parseMultpl(html, new URL(table))).toEqual([
    { date: '2026-11-01', value: 5.31 },
    { date: '2026-09-30', value: 1004.9 },
  ])
})

test('error: any text gives rows or is refused', () => {
  const unit = fc.constantFrom(
    '<tr><td>',
    'Nov 1, 2026',
    '</td><td>',
    '1',
    '</td>',
    'Date',
    ',',
    '\n',
  )
  const changed = (parse: () => unknown) => {
    try {
      parse()
    } catch (error) {
      expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
    }
  }
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      changed(() => parseMultpl(parts.join(''), new URL(table)))
      changed(() =>
        shillerRows(
          csvTable(
            `Date,SP500,Dividend,Earnings,PE10\n${parts.join('')}`,
            new URL(table),
            shillerColumns,
          ).rows,
          new URL(table),
        ),
      )
    }),
  )
})

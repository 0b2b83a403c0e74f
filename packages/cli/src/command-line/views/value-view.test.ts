import { expect, test } from 'vitest'
import { valueView } from './value-view.ts'

const screen = { columns: 80, colour: false, interactive: true }

test("default: orders columns like the rows, with the dictionary's words", () => {
  const holder = (holderName: string, shares: number, value: number) => ({
    ticker: 'AAPL',
    shares,
    value,
    putCall: null,
    holderCik: '0000000001',
    url: 'https://www.sec.gov/a/long/address/that/fills/the/terminal',
    holderName,
  })
  const rows = [holder('Example Capital', 9_000, 1_200_000_000), holder('Sample Fund', 700, 3e6)]
  expect(valueView(rows, screen)).toMatchInlineSnapshot(`
    "ticker  shares  value  put call  holder cik  url
    AAPL     9,000  1.20B  –         0000000001  https://www.sec.gov/a/long/address…
    AAPL       700  3.00M  –         0000000001  https://www.sec.gov/a/long/address…"
  `)
})

test('default: formats years unchanged, aligns decimals, minutes, and short lists as words', () => {
  const rows = [
    { fiscalYear: 2026, percent: 7.9, at: '2026-11-20T17:07:01.000Z', items: ['2.02', '9.01'] },
    { fiscalYear: 2025, percent: 0.74, at: '2026-11-19T07:07:01Z', items: [] },
  ]
  expect(valueView(rows, screen)).toMatchInlineSnapshot(`
    "fiscal year  percent  at                    items
    2026            7.9   2026-11-20 17:07 UTC  2.02, 9.01
    2025            0.74  2026-11-19 07:07 UTC  –"
  `)
})

test('default: dates the observations of a series by their period', () => {
  const annual = [2025, 2024, 2023].map((year) => ({
    date: `${year}-01-01`,
    value: 1.5,
    unit: '%',
  }))
  expect(valueView(annual.slice(0, 2), screen)).toMatchInlineSnapshot(`
    "year  value  unit
    2025    1.5  %
    2024    1.5  %"
  `)
  const monthly = ['2026-10-01', '2026-09-01', '2026-08-01'].map((date) => ({ date, value: 2 }))
  expect(valueView(monthly, screen)).toMatchInlineSnapshot(`
    "month    value
    2026-10      2
    2026-09      2
    2026-08      2"
  `)
})

test('default: formats members of an object, and no value', () => {
  expect(valueView({ isOpen: false, cycle: 2024, held: { a: 1 } }, screen)).toBe(
    'is open  no\ncycle    2024\n\nheld\na  1',
  )
  expect(valueView([], screen)).toBe('Nothing.')
  expect(valueView([{ a: null }], screen)).toBe('a\n–')
})

import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { expect, test } from 'vitest'
import { briefStatements, statementLines, statementTable } from './statements.ts'

const screen = (columns: number) => ({ columns, colour: false, interactive: true })
const years = Array.from({ length: 10 }, (_, index) => ({
  fiscalYear: 2025 - index,
  fiscalPeriod: 'FY',
  endDate: `${2025 - index}-12-31`,
  currency: 'USD',
  derived: ['grossProfit'],
  revenue: 287e9 - index * 1e9,
  netIncome: null,
  grossProfit: 156e9,
  epsDiluted: 12.82,
}))

test('default: periods are columns, lines without a figure are omitted, * means derived', () => {
  expect(statementTable('income', years, screen(80))).toMatchInlineSnapshot(`
    "USD              FY2025   FY2024   FY2023   FY2022
    revenue            287B     286B     285B     284B
    gross profit *     156B     156B     156B     156B
    EPS diluted       12.82    12.82    12.82    12.82"
  `)
})

test.each([
  [40, 2],
  [80, 4],
  [120, 6],
  [200, 9],
])('behavior: %i columns have room for %i periods', (columns, periods) => {
  const [header = '', ...lines] = statementTable('income', years, screen(columns)).split('\n')
  expect(header.match(/FY/g)).toHaveLength(periods)
  for (const line of [header, ...lines]) expect(line.length).toBeLessThanOrEqual(columns)
})

test('behavior: a smaller loss counts as a gain', () => {
  const income = [
    { ...years[0]!, revenue: -50 },
    { ...years[1]!, revenue: -100 },
  ]
  expect(briefStatements({ income }, screen(80))).toMatch(/revenue .* \+50\.00%/)
})

test('behavior: every line is a selected field', () => {
  for (const [statement, lines] of Object.entries(statementLines)) {
    const selected = entityAreas[`financials.${statement}`]!
    for (const field of Object.keys(lines)) expect(selected).toMatch(new RegExp(`\\b${field}\\b`))
  }
})

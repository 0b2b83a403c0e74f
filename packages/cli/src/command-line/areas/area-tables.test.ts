import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../query/rows.ts'
import { renderTable, shownColumns } from '../../terminal/format/table.ts'
import { areaTables } from './area-tables.ts'
import { outcomeText } from './posts.ts'

const tables = areaTables({ now: new Date('2026-11-20T12:00:00Z') })
/** Areas that are not lists of rows. They have their own views. */
const viewed = ['market', 'technicals', 'analyst', 'risk.sanctions']
const titles = (columns: number, name: string) =>
  shownColumns(tables[name]!.columns, { columns }).shown.map(({ title }) => title)

test('behavior: every area has columns or its own view', () => {
  const namespaces = Object.keys(entityAreas).flatMap((name) => name.split('.').slice(0, -1))
  const lists = Object.keys(entityAreas).filter(
    (name) =>
      !namespaces.includes(name) && !viewed.includes(name) && !name.startsWith('financials.'),
  )
  expect(lists.filter((name) => !tables[name])).toEqual([])
})

describe.each(Object.keys(tables))('%s', (name) => {
  const { columns } = tables[name]!

  test('behavior: 80 columns show the columns declared for that width, 120 and 200 show all', () => {
    const upTo = (width: number) =>
      columns.filter(({ from = 0 }) => from <= width).map(({ title }) => title)
    for (const width of [80, 120, 200]) expect(titles(width, name)).toEqual(upTo(width))
  })

  test('behavior: the area selects every field that it shows', () => {
    const selection = entityAreas[name] ?? Object.values(entityAreas).join(' ')
    const fields = columns.flatMap((column) => column.fields ?? [])
    expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(selection))).toEqual([])
  })

  test('behavior: a row without values is a row of dashes', () => {
    const [, line] = renderTable(tables[name]!, [{}], {
      columns: 200,
      colour: false,
      interactive: true,
    }).split('\n')
    expect(line).not.toMatch(/undefined|null|NaN/)
  })
})

test('default: the columns of insider trades at 80, 120 and 200', () => {
  const of80 = ['traded', 'insider', 'side', 'shares', 'price', 'value', 'role']
  expect(titles(80, 'insiderTrades')).toEqual(of80)
  expect(titles(120, 'insiderTrades')).toEqual([...of80, 'held', 'filed'])
  expect(titles(200, 'insiderTrades')).toEqual([
    ...of80,
    'held',
    'filed',
    'kind',
    'owned',
    'expires',
  ])
})

const cellsOf = (name: string, row: Row) =>
  Object.fromEntries(tables[name]!.columns.map(({ title, cell }) => [title, cell(row)]))

test('default: shows codes as words', () => {
  const trade = { code: 'F', isDirector: true, officerTitle: null, isDirect: false }
  expect(cellsOf('insiderTrades', trade)).toMatchObject({
    side: 'tax',
    role: 'director',
    owned: 'indirect',
  })
  expect(cellsOf('insiderTrades', { code: 'J' })).toMatchObject({ side: 'J' })
  expect(cellsOf('clinicalTrials', { phases: ['PHASE1', 'PHASE2'] })).toMatchObject({
    phase: '1, 2',
  })
  const held = { putCall: 'PUT', reportedAt: '2026-09-30' }
  expect(cellsOf('topHolders', held)).toMatchObject({ kind: 'put', quarter: '2026-Q3' })
  // The fiscal year 2023 of a retailer.
  const year = { periodStart: '2023-01-29', periodEnd: '2024-02-03' }
  expect(cellsOf('segmentedRevenue', year)).toMatchObject({ ends: '2024-02-03' })
  const positions = { nonCommercialLong: 10, nonCommercialShort: 1_010 }
  expect(cellsOf('derivatives.futures', positions)).toMatchObject({ speculators: '-1,000' })
})

test('default: sorts "yes" before the other outcomes', () => {
  const outcomes = [
    { name: 'No', probability: 0.38 },
    { name: 'Yes', probability: 0.62 },
  ]
  expect([0, 1, 2].map((place) => outcomeText({ outcomes }, place))).toEqual([
    'Yes 62%',
    'No 38%',
    '',
  ])
})

test('behavior: committee types are words, and unknown codes stay', () => {
  const cells = (committeeType: string) =>
    renderTable(tables['regulatory.campaignFinance']!, [{ committeeType }], {
      columns: 200,
      colour: false,
      interactive: true,
    })
  expect(cells('P')).toContain('President')
  expect(cells('Q')).toContain('PAC')
  expect(cells('E').split('\n')[1]).toMatch(/ E /)
})

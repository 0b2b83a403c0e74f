import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Screen } from './screen.ts'
import { type Column, hiddenWords, renderTable, shownColumns } from './table.ts'
import { textWidth } from './text-width.ts'

type Row = { ticker: string; name: string; price: string; up: boolean; problem?: string }

const columns: Column<Row>[] = [
  { title: 'ticker', width: 6, cell: ({ ticker }) => ticker, tone: () => 'bold' },
  { title: 'name', width: 20, cell: ({ name }) => name, grows: true },
  { title: 'price', width: 8, cell: ({ price }) => price, align: 'point' },
  {
    title: 'change',
    width: 8,
    cell: ({ up }) => (up ? '+1' : '-1'),
    tone: ({ up }) => (up ? 'up' : 'down'),
    align: 'right',
  },
  { title: 'prev close', width: 30, cell: () => '9.00', align: 'right' },
  { title: 'exchange', width: 8, from: 120, cell: () => 'NMS', fields: ['exchangeName'] },
]
const table = { columns, problem: ({ problem }: Row) => problem }
const rows: Row[] = [
  { ticker: 'AAPL', name: 'Apple Inc.', price: '201.50', up: true },
  { ticker: 'BRK-B', name: 'Berkshire Hathaway Incorporated', price: '0.12345', up: false },
]
const screen = (width: number): Screen => ({ columns: width, colour: false, interactive: true })

describe('renderTable', () => {
  test('default: aligns text left, numbers right, and decimal points', () => {
    expect(renderTable(table, rows, screen(80))).toMatchInlineSnapshot(`
      "ticker  name                                 price  change  prev close
      AAPL    Apple Inc.                       201.50         +1        9.00
      BRK-B   Berkshire Hathaway Incorporated    0.12345      -1        9.00"
    `)
  })

  test('behavior: below 60 columns a row becomes labelled lines', () => {
    expect(renderTable(table, rows, screen(30))).toMatchInlineSnapshot(`
      "ticker      AAPL
      name        Apple Inc.
      price       201.50
      change      +1
      prev close  9.00

      ticker      BRK-B
      name        Berkshire Hathawa…
      price       0.12345
      change      -1
      prev close  9.00"
    `)
  })

  test('behavior: a row without values shows the reason in their place, cut to the screen', () => {
    const problem = { ...rows[0]!, ticker: 'AAPLE', problem: `unknown ticker; ${'x'.repeat(99)}` }
    expect(renderTable(table, [problem, rows[1]!], screen(80))).toMatchInlineSnapshot(`
      "ticker  name                                 price  change  prev close
      AAPLE   ! unknown ticker; xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      BRK-B   Berkshire Hathaway Incorporated    0.12345      -1        9.00"
    `)
  })

  test('behavior: shows a missing value as a dash, and no rows as a sentence', () => {
    expect(renderTable(table, [{ ...rows[0]!, name: '' }], screen(80))).toContain('AAPL    –')
    expect(renderTable({ columns, empty: 'No quotes.' }, [], screen(80))).toBe('No quotes.')
  })

  test('behavior: --columns shows exactly these, or adds, and accepts any member of the rows', () => {
    const header = (names: readonly string[], adds: boolean) =>
      renderTable(table, rows, { ...screen(80), picked: { names, adds } }).split('\n')[0]
    expect(header(['price', 'ticker'], false)).toMatch(/^ *price +ticker$/)
    expect(header(['exchangeName'], true)).toMatch(/^ticker .* exchange$/)
    expect(header(['prev-close', 'up'], false)).toMatch(/^prev close +up$/)
    const [, first] = renderTable(table, rows, {
      ...screen(80),
      picked: { names: ['up'], adds: false },
    }).split('\n')
    expect(first).toBe('yes')
  })

  test('behavior: colour repeats the sign and changes no text', () => {
    const coloured = renderTable(table, rows, { ...screen(80), colour: true })
    expect(coloured).toContain('\u001b[38;5;28m    +1\u001b[39m')
    expect(stripVTControlCharacters(coloured)).toBe(renderTable(table, rows, screen(80)))
  })

  test('behavior: text of a server cannot leave its cell', () => {
    const shown = renderTable(table, [{ ...rows[0]!, name: 'Ev\u001b[2Jil\nInc' }], screen(80))
    expect(shown.split('\n')).toHaveLength(2)
    expect(shown).toContain('Evil Inc')
  })

  test('property: wraps no row, and none is wider than the screen, for any contents', () => {
    const row = fc.record({
      ticker: fc.string({ maxLength: 20 }),
      name: fc.string({ maxLength: 90 }),
      price: fc.string({ maxLength: 40 }),
      up: fc.boolean(),
      problem: fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 220 }), fc.array(row), (width, some) => {
        const shown = renderTable(table, some as Row[], screen(width))
        for (const line of shown.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width)
        if (width >= 60 && some.length > 0) expect(shown.split('\n')).toHaveLength(some.length + 1)
      }),
    )
  })

  test('property: a wider screen adds columns on the right and moves nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 219 }), (width) => {
        const [narrow, wider] = [width, width + 1].map(
          (columnsOf) => shownColumns(columns, screen(columnsOf)).shown,
        )
        expect(wider!.slice(0, narrow!.length)).toEqual(narrow)
      }),
    )
  })
})

test('behavior: the footer counts the columns without room, and names the width for the next', () => {
  expect(hiddenWords([columns], screen(60))).toBe(
    '2 columns, of them prev close at 72 (--columns lists)',
  )
  expect(hiddenWords([columns], screen(80))).toBe('1 column: exchange at 120 (--columns lists)')
  expect(hiddenWords([columns, columns], screen(80))).toMatch(/^2 columns/)
  expect(hiddenWords([columns], screen(120))).toBeUndefined()
})

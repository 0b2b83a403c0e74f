import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Screen } from './screen.ts'
import { type Column, renderTable } from './table.ts'
import { textWidth } from './text-width.ts'

type Row = { ticker: string; name: string; price: string; up: boolean }

const columns: Column<Row>[] = [
  { title: 'ticker', cell: ({ ticker }) => ticker },
  { title: 'name', cell: ({ name }) => name, cuttable: true, drop: 1 },
  { title: 'price', cell: ({ price }) => price, align: 'right' },
  {
    title: 'chg',
    cell: ({ up }) => (up ? '+1' : '-1'),
    tone: ({ up }) => (up ? 'up' : 'down'),
    align: 'right',
    drop: 2,
  },
]
const rows: Row[] = [
  { ticker: 'AAPL', name: 'Apple Inc.', price: '201.50', up: true },
  { ticker: 'BRK-B', name: 'Berkshire Hathaway Incorporated', price: '1.00', up: false },
]
const screen = (width: number): Screen => ({ columns: width, colour: false, interactive: true })

describe('renderTable', () => {
  test('default: text to the left, numbers to the right', () => {
    expect(renderTable(columns, rows, screen(80))).toMatchInlineSnapshot(`
      "ticker  name                              price  chg
      AAPL    Apple Inc.                       201.50   +1
      BRK-B   Berkshire Hathaway Incorporated    1.00   -1"
    `)
  })

  test('behavior: narrower, long texts are cut; narrower still, columns are left out and named', () => {
    expect(renderTable(columns, rows, screen(36))).toMatchInlineSnapshot(`
      "ticker  name                   price
      AAPL    Apple Inc.            201.50
      BRK-B   Berkshire Hathaway…     1.00
      not shown: chg"
    `)
    expect(renderTable(columns, rows, screen(30))).toMatchInlineSnapshot(`
      "ticker   price
      AAPL    201.50
      BRK-B     1.00
      not shown: chg, name"
    `)
    expect(renderTable(columns, rows, screen(20))).toMatchInlineSnapshot(`
      "ticker   price
      AAPL    201.50
      BRK-B     1.00
      not shown: chg, name"
    `)
  })

  test('behavior: colour repeats the sign and changes no text', () => {
    const coloured = renderTable(columns, rows, { ...screen(80), colour: true })
    expect(coloured).toContain('\u001b[38;5;28m +1\u001b[39m')
    expect(stripVTControlCharacters(coloured)).toBe(renderTable(columns, rows, screen(80)))
  })

  test('behavior: what a server sent cannot leave its cell', () => {
    const table = renderTable(columns, [{ ...rows[0]!, name: 'Ev\u001b[2Jil\nInc' }], screen(80))
    expect(table.split('\n')).toHaveLength(2)
    expect(table).toContain('Evil Inc')
  })

  test('property: never wider than the terminal from the fixed columns up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 14, max: 120 }),
        fc.string({ maxLength: 60 }),
        (width, name) => {
          const table = renderTable(columns, [{ ...rows[0]!, name }], screen(width))
          for (const line of table.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})

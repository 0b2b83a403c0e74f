import { describe, expect, test } from 'vitest'
import { pointsTable } from './points-table.ts'

const screen = { columns: 80, colour: false, interactive: true }

describe('pointsTable', () => {
  test('default: dates and values, large ones short', () => {
    expect(
      pointsTable(
        [
          { date: '2017-01-01', value: 17_348_625_000_000, unit: 'constant 2010 US$' },
          { date: '1960-01-01', value: null, unit: null },
        ],
        screen,
      ),
    ).toMatchInlineSnapshot(`
      "date        value  unit
      2017-01-01  17.3T  constant 2010 US$
      1960-01-01   –"
    `)
  })

  test('behavior: without any unit there is no column for it', () => {
    expect(pointsTable([{ date: '2018-01-01', value: 248.859 }], screen)).toMatchInlineSnapshot(`
      "date          value
      2018-01-01  248.859"
    `)
  })

  test('behavior: decimal points stand below each other', () => {
    const lines = pointsTable(
      [
        { date: '2018-01-01', value: 10.25 },
        { date: '2017-01-01', value: -3 },
        { date: '2016-01-01', value: 1.125 },
      ],
      screen,
    ).split('\n')
    expect(lines.slice(1)).toEqual(['2018-01-01  10.25', '2017-01-01  -3', '2016-01-01   1.125'])
  })

  test('behavior: no observations are said in words', () => {
    expect(pointsTable([], screen)).toBe('No observations.')
  })
})

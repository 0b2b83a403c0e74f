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
      "unit: constant 2010 US$
      date        value
      2017-01-01  17.3T
      1960-01-01      –"
    `)
  })

  test('behavior: units that differ have a column; a long one is wrapped, and harmless', () => {
    const rows = [
      { date: '2018-01-01', value: 1, unit: 'percent' },
      { date: '2017-01-01', value: 2, unit: null },
    ]
    expect(pointsTable(rows, screen).split('\n')[1]).toBe('2018-01-01      1  percent')
    const unit = 'percent a year,\u001b[2J effective federal funds rate, mean of the month'
    const narrow = pointsTable([{ ...rows[0], unit }], { ...screen, columns: 40 }).split('\n')
    expect(narrow.slice(0, 2)).toEqual([
      'unit: percent a year, effective federal',
      'funds rate, mean of the month',
    ])
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvTable, type Delimiter, numberCell, readableRows } from './csv-table.ts'

const url = new URL('https://example.org/a')
const changed = expect.objectContaining({ code: 'UPSTREAM_CHANGED' })

test.each<[Delimiter, string]>([
  [',', 'a,b\n1;2,3\n\n,\n'],
  [';', 'a;b\n"1;2";3\n'],
  ['|', '\ufeffa|b\r\n1;2|3\r\n1 row\r\n'],
])('default: reads rows between %j, without empty ones', (delimiter, text) => {
  expect(csvTable(text, url, ['a', 'b'], delimiter).rows).toEqual([['1;2', '3']])
})

test('default: reads below a line of prose, in the requested order, with optional columns', () => {
  const text = 'Report Date: 01-Jan-2026\nb,"a: A label",c\n2,1,3\n'
  expect(csvTable(text, url, ['a', 'b'], ',', () => ['c'])).toMatchObject({
    rows: [['1', '2']],
    others: [['3']],
  })
})

test('behavior: with `|` there are no quotes, so a quotation mark is a letter', () => {
  expect(csvTable('a|b\n"x|2\n', url, ['a', 'b'], '|').rows).toEqual([['"x', '2']])
})

test('behavior: reads the time from the last line of a directory', () => {
  const text = 'a|b|c\n1|2|3\nFile Creation Time: 1223202111:02|||||\n'
  expect(csvTable(text, url, ['a'], '|')).toMatchObject({
    rows: [['1']],
    trailer: 'File Creation Time: 1223202111:02',
  })
})

test('error: names a renamed column, and a row that ends early', () => {
  const text = 'day,rate,unit\n2026-01-01,4.25,%\n2026-02-01,4'
  expect(() => csvTable(text, url, ['day', 'value'])).toThrow('a table without value')
  expect(() => csvTable(text, url, ['day', 'rate'])).toThrow(
    expect.objectContaining({ facts: expect.arrayContaining(['Row 2: 2 cells', 'Columns: 3']) }),
  )
})

test('behavior: every cut of a table gives fewer whole rows, or is refused', () => {
  const cell = fc.stringMatching(/^[a-z][a-z0-9 ."]{0,5}$/)
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(table, fc.nat(), (rows, at) => {
      const quoted = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`))
      const text = [['a', 'b', 'c'], ...quoted].map((row) => row.join()).join('\n')
      const cut = text.slice(0, at % text.length)
      const whole = Math.max(0, cut.split('\n').length - 2)
      try {
        const read = csvTable(cut, url, ['a', 'b', 'c']).rows
        // Only the last cell of the last row may be shorter.
        expect(read.slice(0, whole)).toEqual(rows.slice(0, whole))
      } catch (error) {
        expect(error).toEqual(changed)
      }
    }),
  )
})

test('behavior: omits rows that cannot be read, and refuses a table of mostly such rows', () => {
  const read = (rows: readonly string[]) =>
    readableRows(rows, url, (cell) => numberCell(cell) ?? undefined)
  expect(read(['1', 'x', '3'])).toEqual([1, 3])
  expect(() => read(['x', 'y', '3'])).toThrow(changed)
  expect([numberCell(''), numberCell(' NA ', ['NA']), numberCell('NA')]).toEqual([
    null,
    null,
    undefined,
  ])
})

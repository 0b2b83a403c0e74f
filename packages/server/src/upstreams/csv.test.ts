import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows, numberedCsvRows } from './csv.ts'

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\ufeffa\n\n\nb', [['a'], ['b']]],
  ['"a, ""b""\nc",d', [['a, "b"\nc', 'd']]],
  ['"open', [['open']]],
  ['"a"x,', [['ax', '']]],
  ['a\rb', [['a'], ['b']]],
  ['', []],
])('default: %j', (text, rows) => {
  expect(csvRows(text)).toEqual(rows)
})

test('behavior: what is written is read again', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 5 }), { maxLength: 8 })
  fc.assert(
    fc.property(rows, (rows) => {
      const quoted = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`))
      expect(csvRows(quoted.map((row) => row.join(',')).join('\n'))).toEqual(rows)
    }),
  )
})

test('error: any text ends in rows', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '\ufeff') })
  fc.assert(
    fc.property(text, (text) => {
      expect(Array.isArray(csvRows(text))).toBe(true)
    }),
  )
})

test('default: rows with the line they start on, past breaks inside quotes', () => {
  expect(numberedCsvRows('a|b\n"x\ny"|1\n\nz|2', '|')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['x\ny', '1'] },
    { line: 5, fields: ['z', '2'] },
  ])
})

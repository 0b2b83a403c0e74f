import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvReader, csvRows } from './csv.ts'

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

test('behavior: reads back written rows', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 5 }), { maxLength: 8 })
  fc.assert(
    fc.property(rows, (rows) => {
      const quoted = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`))
      expect(csvRows(quoted.map((row) => row.join(',')).join('\n'))).toEqual(rows)
    }),
  )
})

test('error: any text gives rows', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '\ufeff') })
  fc.assert(
    fc.property(text, (text) => {
      expect(Array.isArray(csvRows(text))).toBe(true)
    }),
  )
})

function readIn(pieces: readonly string[], delimiter = ',') {
  const reader = csvReader(delimiter)
  const rows = pieces.flatMap((piece) => [...reader.rows(piece)])
  return [...rows, ...reader.lastRow()]
}

test('default: returns rows with their first line, also with line breaks inside quotes', () => {
  expect(readIn(['a|b\n"x\ny"|1\n\nz|2'], '|')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['x\ny', '1'] },
    { line: 5, fields: ['z', '2'] },
  ])
})

test('behavior: gives the same rows for any division of the text', () => {
  const part = fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', '\r', '\ufeff', 'b c')
  fc.assert(
    fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (pieces) => {
      const whole = pieces.join('')
      expect(readIn(pieces)).toEqual(readIn([whole]))
      expect(readIn(pieces).map(({ fields }) => fields)).toEqual(csvRows(whole))
    }),
  )
})

test('behavior: stores only the current row of a long text', () => {
  const reader = csvReader(',')
  let rows = 0
  for (let piece = 0; piece < 1_000; piece += 1) {
    for (const text of ['1,2\n3,"4\n', '"\n']) rows += [...reader.rows(text)].length
    expect(reader.pending().length).toBeLessThan(20)
  }
  expect(rows + [...reader.lastRow()].length).toBe(2_000)
  expect([...reader.rows(`"${'never closed\n'.repeat(11)}`)]).toEqual([])
  expect(reader.pending().length).toBe(1 + 13 * 11)
})

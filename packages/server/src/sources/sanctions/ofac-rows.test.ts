import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OfacShape, readOfacRows } from './ofac-rows.ts'

const rowsOf = (text: string, shape: OfacShape) => [...readOfacRows(text, shape)]
const shape = { file: 'ALT.CSV', columns: 5, identifiers: 2, rowsMin: 1 }

test('default: no header, quotes, -0- for null, a final 0x1A', () => {
  const text =
    '36,12,"aka","AERO-CARIBBEAN",-0- \r\n173,57,"aka","AVIA ""X"", IMPORT",-0- \r\n\u001a'
  expect(rowsOf(text, shape)).toEqual([
    ['36', '12', 'aka', 'AERO-CARIBBEAN', null],
    ['173', '57', 'aka', 'AVIA "X", IMPORT', null],
  ])
})

test('behavior: a quoted field may span lines', () => {
  expect(rowsOf('1,2,"a\nb",c,d', shape)).toEqual([['1', '2', 'a\nb', 'c', 'd']])
})

test('error: refuses a row without its identifiers or columns, and a short file', () => {
  for (const text of ['ent,alt,a,b,c\n', '1,2,3\n', '', '1,2,"open']) {
    expect(() => rowsOf(text, shape)).toThrowError(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
  }
})

test('behavior: written rows are read back', () => {
  const cell = fc.string({ maxLength: 12 }).map((text) => text.trim())
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      const text = rows.map((row) => ['7', '8', ...row.map(quote)].join(',')).join('\r\n')
      const expected = rows.map((row) => [
        '7',
        '8',
        ...row.map((value) => (value === '' || value === '-0-' ? null : value)),
      ])
      expect(rowsOf(text, shape)).toEqual(expected)
    }),
  )
})

test('behavior: any bytes give rows or UPSTREAM_CHANGED, never another error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      try {
        rowsOf(text, { ...shape, rowsMin: 0 })
      } catch (error) {
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

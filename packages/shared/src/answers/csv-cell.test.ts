import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  [' padded ', '" padded "'],
  ['two\r\nlines', 'two lines'],
  ['-12.5', '-12.5'],
  ['=1+1', "'=1+1"],
  ['+cmd|x', "'+cmd|x"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\t=1', "' =1"],
  ['\u202e=1', "'=1"],
])('default: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('property: no text becomes a formula, nor more than one cell', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text)
      const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      const isNumber = /^[+-]?\d/.test(inner)
      expect(/^\s*[=+\-@＝＋－＠]/.test(inner) && !isNumber).toBe(false)
      expect(cell).not.toMatch(/[\r\n]/)
      if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",]/)
    }),
  )
})

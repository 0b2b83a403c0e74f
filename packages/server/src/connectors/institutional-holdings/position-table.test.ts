import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PositionKind, positionTable } from './position-table.ts'

const row = fc.record({
  cusip: fc.constantFrom('A', 'B', 'C'),
  holder: fc.nat(9),
  kind: fc.constantFrom<PositionKind[]>('SHARES', 'PRINCIPAL', 'PUT', 'CALL'),
  amount: fc.nat(),
  value: fc.nat(),
})

test('default: returns the added positions of a CUSIP, newest first', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 3_000 }), (rows) => {
      const table = positionTable(3_000)
      for (const { cusip, ...position } of rows) table.add(cusip, position)
      expect(table.size).toBe(rows.length)
      const own = rows.filter(({ cusip }) => cusip === 'B').reverse()
      expect(table.of('B')).toEqual(own.map(({ cusip: _, ...position }) => position))
    }),
    { numRuns: 20 },
  )
  expect(positionTable(1).of('NONE')).toEqual([])
})

test('error: refuses more rows than the limit', () => {
  const table = positionTable(1)
  const add = () => table.add('A', { holder: 0, kind: 'SHARES', amount: 1, value: 1 })
  add()
  expect(add).toThrow(RangeError)
})

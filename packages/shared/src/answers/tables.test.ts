import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideTables } from './tables.ts'
import { joinTables } from './testing/join-tables.ts'

const bars = [
  { date: '2026-01-01', close: 1, currency: 'USD', range: { low: 1, high: 2 } },
  { date: '2026-01-02', close: null, currency: 'USD', range: { low: 1, high: 3 } },
]

test('default: converts a list of objects to columns, and a value equal in all rows to a constant', () => {
  const data = { priceHistory: [{ ticker: 'AAPL', bars }] }
  expect(divideTables(data)).toEqual({
    tables: [
      {
        path: 'priceHistory.0.bars',
        of: { ticker: 'AAPL' },
        owner: 'priceHistory.0',
        columns: ['date', 'close', 'range.high'],
        constant: { currency: 'USD', 'range.low': 1 },
        rows: [
          ['2026-01-01', 1, 2],
          ['2026-01-02', null, 3],
        ],
      },
    ],
    rest: { priceHistory: [{ ticker: 'AAPL', bars: { table: 'priceHistory.0.bars' } }] },
  })
})

test('behavior: objects of several shapes, and lists that contain lists, stay in the rest', () => {
  const data = { forms: [{ a: 1 }, { b: 1 }], outer: [{ inner: bars }, { inner: [] }] }
  const { tables, rest } = divideTables(data)
  expect(tables.map(({ path }) => path)).toEqual(['outer.0.inner'])
  expect(rest).toEqual({
    forms: data.forms,
    outer: [{ inner: { table: 'outer.0.inner' } }, { inner: [] }],
  })
})

/** Answers with keys without dots, in which some lists have rows of one shape. */
const key = fc.constantFrom('a', 'b', 'table', 'date', 'constructor')
const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean())
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.dictionary(key, tie('value')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .tuple(fc.array(key, { maxLength: 3 }), fc.array(fc.array(tie('value')), { maxLength: 4 }))
      .map(([keys, rows]) =>
        rows.map((row) => Object.fromEntries(keys.map((name, at) => [name, row[at] ?? null]))),
      ),
  ),
}))

test('behavior: fuzz: divided answers can be joined', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), (data) => {
      const { rest, tables } = divideTables(data)
      expect(joinTables(rest, JSON.parse(JSON.stringify(tables)))).toEqual(data)
    }),
    { numRuns: 500 },
  )
})

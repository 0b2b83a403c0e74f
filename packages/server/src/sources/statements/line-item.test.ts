import { expect, test } from 'vitest'
import { balanceSheet } from './balance-sheet-items.ts'
import { cashFlow } from './cash-flow-items.ts'
import { incomeStatement } from './income-items.ts'
import { moneyLine } from './line-item.ts'

test('default: reads a line in the currency of the filer', () => {
  expect(moneyLine('goodwill', 'Goodwill.', ['Goodwill'], ['Other'])).toEqual({
    field: 'goodwill',
    meaning: 'Goodwill.',
    unit: 'money',
    concepts: [['Goodwill'], ['Other']],
  })
})

test.each([
  ['income', incomeStatement],
  ['balance sheet', balanceSheet],
  ['cash flow', cashFlow],
])(
  'behavior: the %s names each field once, and uses only its own in anchors and differences',
  (_, statement) => {
    const fields = statement.items.map(({ field }) => field)
    expect(new Set(fields).size).toBe(fields.length)
    const named = [
      ...statement.anchors,
      ...statement.differences.flatMap(({ field, from, less }) => [field, from, less]),
    ]
    for (const field of named) expect(fields).toContain(field)
  },
)

test('behavior: a concept has one unit in all lines that read it', () => {
  const units = new Map<string, string>()
  for (const { items } of [incomeStatement, balanceSheet, cashFlow])
    for (const { unit, concepts } of items)
      for (const concept of concepts.flat()) {
        expect(units.get(concept) ?? unit).toBe(unit)
        units.set(concept, unit)
      }
})

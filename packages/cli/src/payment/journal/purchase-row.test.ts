import { describe, expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { purchaseOf, summaryOf } from './purchase-row.ts'

describe('purchaseOf', () => {
  test('default: reads back a written row, with amounts as bigint', () => {
    using scene = journalScene()
    const { budget, database } = scene.process(1)
    const whole = terms(1, { amount: 999_999n, label: 'x' })
    budget.reserve(whole)
    expect(purchaseOf(database.row('SELECT * FROM purchases')!)).toEqual({
      ...whole,
      state: 'reserved',
    })
  })

  test.each(['state', 'quote', 'authorization', 'amount'])(
    'error: a row with an unreadable %s stops the payment',
    (column) => {
      using scene = journalScene()
      const { budget, database } = scene.process(1)
      budget.reserve(terms(1))
      const row = { ...database.row('SELECT * FROM purchases')!, [column]: '{' }
      expect(() => purchaseOf(row)).toThrow(
        expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }),
      )
    },
  )
})

describe('summaryOf', () => {
  test('default: returns no request, signature or answer', () => {
    const summary = summaryOf({ ...terms(1), state: 'signed', signed: 'secret' })
    expect(Object.keys(summary).sort()).toEqual(['amount', 'at', 'id', 'payTo', 'quote', 'state'])
  })
})

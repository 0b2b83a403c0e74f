import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { fiscalDays, onFiscalDays } from './fiscal-days.ts'

function fact(start: string | null, end: string, value = 1): Fact {
  const filing = { accession: 'a', form: '10-Q', filed: '2011-01-01' }
  return { start, end, value, ...filing, fiscalYear: null, fiscalPeriod: null }
}

test('default: of two end days for a quarter, uses the one that most facts state', () => {
  const own = ['2010-08-01', '2010-08-01'].map((end) => fact('2010-05-03', end))
  const other = fact('2010-05-02', '2010-07-31', 2)
  const meant = fiscalDays([...own, other])
  expect(onFiscalDays([other], meant)).toEqual([
    { ...other, start: '2010-05-03', end: '2010-08-01' },
  ])
})

test('behavior: does not mix periods with different days', () => {
  const balance = fact(null, '2010-08-01', 5)
  const days = [balance, balance, fact(null, '2010-08-04', 7)]
  expect(onFiscalDays(days.slice(1), fiscalDays(days)).map(({ value }) => value)).toEqual([5])
})

test('behavior: days a week apart stay separate', () => {
  const meant = fiscalDays([fact(null, '2010-08-01'), fact(null, '2010-08-08')])
  expect([meant('2010-08-01'), meant('2010-08-08')]).toEqual(['2010-08-01', '2010-08-08'])
})

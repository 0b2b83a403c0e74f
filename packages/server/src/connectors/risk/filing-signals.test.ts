import { expect, test } from 'vitest'
import { filingSignals, isSignal } from './filing-signals.ts'

const filing = (form: string, items = '') => ({
  accession: '0000000001-26-000001',
  form,
  items,
  filed: '2026-03-01',
  reportDate: null,
  document: 'a.htm',
  description: '',
})

test.each([
  ['NT 10-K', '', ['LATE_FILING']],
  ['NT 10-Q/A', '', ['LATE_FILING']],
  ['NT 20-F', '', ['LATE_FILING']],
  ['25-NSE', '', ['CLASS_REMOVAL']],
  ['8-K', '3.01,5.02', ['LISTING_NOTICE']],
  ['8-K/A', '4.01,4.02,9.01', ['AUDITOR_CHANGE', 'NON_RELIANCE']],
  ['8-K', '1.03', ['BANKRUPTCY']],
  ['8-K', '2.02,9.01', []],
  ['10-K', '4.02', []],
  ['constructor', '', []],
])('default: %s %s', (form, items, kinds) => {
  expect(filingSignals([filing(form, items)], '1', new Map()).map(({ kind }) => kind)).toEqual(
    kinds,
  )
  expect(isSignal(filing(form, items))).toBe(kinds.length > 0)
})

test('behavior: a signal states its basis, and the address of it', () => {
  expect(filingSignals([filing('8-K', '4.02')], '0000000001', new Map())).toEqual([
    {
      date: '2026-03-01',
      kind: 'NON_RELIANCE',
      title: 'Earlier statements should no longer be relied on',
      reason: 'form 8-K, item 4.02',
      url: 'https://www.sec.gov/Archives/edgar/data/1/000000000126000001/a.htm',
      accessionNumber: '0000000001-26-000001',
    },
  ])
})

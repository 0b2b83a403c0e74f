import { expect, test } from 'vitest'
import { announcementOf } from './announcement-of.ts'

const report = (filed: string) => ({
  accession: filed,
  form: '8-K',
  items: '2.02,9.01',
  filed,
  reportDate: filed,
  document: 'a.htm',
  description: '',
})
const reports = ['2026-07-30', '2026-04-30', '2026-05-02', '2026-01-29'].map(report)

test('default: the first report after the end of the quarter', () => {
  expect(announcementOf('2026-03-28', reports)?.filed).toBe('2026-04-30')
  expect(announcementOf('2026-06-27', reports)?.filed).toBe('2026-07-30')
})

test('behavior: a report on the last day, or too late, is of another quarter', () => {
  expect(announcementOf('2026-07-30', reports)).toBeUndefined()
  expect(announcementOf('2025-09-27', reports)).toBeUndefined()
  expect(announcementOf('2026-03-28', [])).toBeUndefined()
})

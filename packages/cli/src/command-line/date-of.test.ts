import { expect, test } from 'vitest'
import { sinceOf } from './date-of.ts'

const now = new Date('2026-11-20T12:00:00Z')
const read = (since: string) => sinceOf({ arguments: {}, options: { since } }, now)

test('default: reads a year, a month, a day, or a time before now', () => {
  expect(['2026', '2026-10', '2026-10-15', '30d', '6mo', '5y'].map(read)).toEqual([
    '2026-01-01',
    '2026-10-01',
    '2026-10-15',
    '2026-10-21',
    '2026-05-20',
    '2021-11-20',
  ])
  expect(sinceOf({ arguments: {}, options: {} }, now)).toBeUndefined()
})

test.each(['', '26', '2026-13', '2026-02-31', 'yesterday', '5w'])('error: refuses %j', (text) => {
  expect(() => read(text)).toThrow('--since must be a date such as')
})

import { expect, test } from 'vitest'
import { cikOf } from './filer-identifier.ts'

test.each([
  'CIK0000320193',
  'cik:0000320193',
  'cik 320193',
  'CIK: 320193',
  '320193',
  ' 0000320193 ',
])('default: accepts %j as ten digits', (text) => expect(cikOf(text)).toBe('0000320193'))

test.each(['', 'cik', 'cik:', 'AAPL', '12x', '12345678901', 'cik cik 1', 'cik-AAPL'])(
  'error: %j is not a filer identifier',
  (text) => expect(cikOf(text)).toBeUndefined(),
)

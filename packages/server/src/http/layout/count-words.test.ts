import { expect, test } from 'vitest'
import { clockText, counted, grouped } from './count-words.ts'

test('default: separates thousands, and uses the plural except for one', () => {
  expect(grouped(1_234_567)).toBe('1,234,567')
  expect([0, 1, 1_200].map((count) => counted(count, 'query', 'queries'))).toEqual([
    '0 queries',
    '1 query',
    '1,200 queries',
  ])
})

test('default: shortens an instant, and leaves other text as it is', () => {
  expect(clockText('2026-11-21T16:45:03.123Z')).toBe('2026-11-21 16:45:03')
  expect(clockText('second 999')).toBe('second 999')
})

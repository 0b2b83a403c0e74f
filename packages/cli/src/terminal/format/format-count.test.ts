import { describe, expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

describe('formatCount', () => {
  test('default: uses the plural except for 1', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'credit'))).toEqual([
      '0 credits',
      '1 credit',
      '2 credits',
    ])
  })
})

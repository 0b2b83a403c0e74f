import { expect, test } from 'vitest'
import { createTally } from './tally.ts'

test('default: counts by property, and names wrong cases', () => {
  const tally = createTally()
  tally.count('sums', true, 'A')
  tally.count('sums', false, 'B')
  expect(tally.rows()).toEqual([{ property: 'sums', cases: 2, right: 1, wrong: ['B'] }])
})

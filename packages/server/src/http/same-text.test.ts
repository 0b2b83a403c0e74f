import { expect, test } from 'vitest'
import { sameText } from './same-text.ts'

test('default: alike, different, and of different lengths', () => {
  expect([sameText('a', 'a'), sameText('a', 'b'), sameText('a', 'aa'), sameText('', '')]).toEqual([
    ...[true, false, false, true],
  ])
})

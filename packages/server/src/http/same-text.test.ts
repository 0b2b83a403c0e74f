import { expect, test } from 'vitest'
import { sameText } from './same-text.ts'

test('default: compares equal, different, and differently long texts', () => {
  expect([sameText('a', 'a'), sameText('a', 'b'), sameText('a', 'aa'), sameText('', '')]).toEqual([
    ...[true, false, false, true],
  ])
})

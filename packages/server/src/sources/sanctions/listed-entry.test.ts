import { expect, test } from 'vitest'
import { otherNames } from './listed-entry.ts'

test('default: returns other names, each once, without the first and without empty ones', () => {
  expect(otherNames('A', ['B', 'A', '', 'B', 'C'])).toEqual(['B', 'C'])
})

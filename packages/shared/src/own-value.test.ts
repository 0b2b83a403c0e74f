import { expect, test } from 'vitest'
import { ownValue } from './own-value.ts'

test('default: finds the values of a table, and no inherited member', () => {
  const table = { PRE: 'pre' }
  expect(ownValue(table, 'PRE')).toBe('pre')
  for (const name of ['POST', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])
    expect(ownValue(table, name)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { defined } from './defined.ts'

test('default: undefined properties are absent, every other value stays', () => {
  const kept = defined({ a: undefined, b: null, c: 0, d: '', e: false })
  expect(kept).toStrictEqual({ b: null, c: 0, d: '', e: false })
  expect(Object.keys(kept)).toEqual(['b', 'c', 'd', 'e'])
})

import { expect, test } from 'vitest'
import { defined, ifPresent } from './defined.ts'

test('default: removes undefined properties, and keeps every other value', () => {
  const kept = defined({ a: undefined, b: null, c: 0, d: '', e: false })
  expect(kept).toStrictEqual({ b: null, c: 0, d: '', e: false })
  expect(Object.keys(kept)).toEqual(['b', 'c', 'd', 'e'])
})

test('default: converts a value only if there is one', () => {
  expect(ifPresent('7', Number)).toBe(7)
  expect(ifPresent(0, String)).toBe('0')
  expect([ifPresent(null, String), ifPresent(undefined, String)]).toEqual([undefined, undefined])
})

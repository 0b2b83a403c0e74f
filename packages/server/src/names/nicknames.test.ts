import { expect, test } from 'vitest'
import { givenNameGroups, isSameGivenName } from './nicknames.ts'

test('default: short forms and other languages of one name are equal', () => {
  expect(isSameGivenName('ted', 'theodore')).toBe(true)
  expect(isSameGivenName('juan', 'john')).toBe(true)
  expect(isSameGivenName('yusuf', 'joseph')).toBe(true)
})

test('behavior: different names, and names outside the table, are not', () => {
  expect(isSameGivenName('boris', 'benjamin')).toBe(false)
  expect(isSameGivenName('zzz', 'zzz')).toBe(false)
  expect(givenNameGroups('zzz')).toEqual([])
})

test('behavior: a short form of two names belongs to both groups', () => {
  expect(givenNameGroups('ted').length).toBe(2)
})

import { expect, test } from 'vitest'
import { isObject, jsonOf } from './json.ts'

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['{', undefined],
])('default: the value of %j is %j', (text, value) => {
  expect(jsonOf(text)).toEqual(value)
})

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['a', false],
  [1, false],
  [undefined, false],
])('default: %j is an object: %j', (value, expected) => {
  expect(isObject(value)).toBe(expected)
})

import { expect, test } from 'vitest'
import { isObject, jsonInUtf8, jsonOf, jsonText } from './json.ts'

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

test.each([
  ['application/json', true],
  ['Application/JSON ; charset=UTF-8', true],
  ['application/json; charset="utf8"; a=b', true],
  ['application/json; charset=utf-16', false],
  ['application/json; charset=latin1', false],
  ['application/jsonp', false],
  ['text/plain; application/json', false],
])('default: %s is JSON in UTF-8: %j', (type, expected) => {
  expect(jsonInUtf8.test(type)).toBe(expected)
})

test('default: a bigint is decimal text', () => {
  expect(jsonText({ value: [2n ** 64n, 1] })).toBe('{"value":["18446744073709551616",1]}')
})

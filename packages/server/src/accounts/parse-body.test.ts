import { expect, test } from 'vitest'
import { parseBody } from './parse-body.ts'

test('default: parses any JSON', () => {
  expect(['{"a":[1]}', '7', 'null'].map(parseBody)).toEqual([{ a: [1] }, 7, null])
})

test.each(['', '{', "{'a':1}", '\ufeff{}'])('error: %j is not JSON', (text) => {
  expect(() => parseBody(text)).toThrow(
    expect.objectContaining({ code: 'BAD_JSON', funds: 'untouched' }),
  )
})

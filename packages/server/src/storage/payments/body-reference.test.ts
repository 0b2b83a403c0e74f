import { expect, test } from 'vitest'
import { referenceTo, referredIn } from './body-reference.ts'

test('default: a reference names its answer, and no JSON is a reference', () => {
  expect(referredIn(referenceTo('a1'))).toBe('a1')
  for (const body of ['{"data":null}', '', 'large:a1', '"\u0000large:a1"'])
    expect(referredIn(body)).toBeUndefined()
})

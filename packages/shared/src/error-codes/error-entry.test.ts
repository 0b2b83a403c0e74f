import { expect, test } from 'vitest'
import { entry } from './error-entry.ts'

test('default: the money is untouched unless the row says otherwise', () => {
  const row = { kind: 'usage', status: 400, summary: 'Wrong.', remedy: 'Correct it.' }
  expect(entry('usage', 400, 'Wrong.', 'Correct it.')).toEqual({ ...row, funds: 'untouched' })
  expect(entry('usage', 400, 'Wrong.', 'Correct it.', 'owed')).toEqual({ ...row, funds: 'owed' })
})

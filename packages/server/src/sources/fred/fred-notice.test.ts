import { expect, test } from 'vitest'
import { fredNotice } from './fred-notice.ts'

const bodyOf = (message: string) =>
  JSON.stringify({ error_code: 400, error_message: `Bad Request.  ${message}` })

test.each([
  ['The series does not exist.', 'FRED has no series DGS10.'],
  [
    'The series does not exist in ALFRED but may exist in FRED.',
    'FRED has no version of DGS10 of that day.',
  ],
])('behavior: %s', (message, said) => {
  expect(fredNotice('DGS10')(bodyOf(message))).toMatchObject({ code: 'NOT_FOUND', message: said })
})

test('behavior: a refusal of the key is no notice', () => {
  expect(fredNotice('DGS10')(bodyOf('The value for variable api_key is not registered.'))).toBe(
    undefined,
  )
})

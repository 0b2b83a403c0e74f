import { expect, test } from 'vitest'
import { filedBy, knownOnBounds, knownOnOf } from './known-on.ts'

test('default: returns the rows filed by the end of a day', () => {
  const filings = ['2020-01-01', '2020-01-02', '2020-01-03'].map((filed) => ({ filed }))
  expect(filedBy(filings, knownOnOf({ knownOn: '2020-01-02' }))).toHaveLength(2)
  expect(filedBy(filings, knownOnOf({}))).toHaveLength(3)
})

test.each(['2020-02-30', '2020', 'yesterday', 5, '2020-01-02T00:00:00Z'])(
  'error: %j is not a day',
  (knownOn) => {
    expect(() => knownOnBounds({ knownOn })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  },
)

test.each([undefined, null, '2020-02-29'])('behavior: %j is allowed', (knownOn) => {
  expect(() => knownOnBounds({ knownOn })).not.toThrow()
})

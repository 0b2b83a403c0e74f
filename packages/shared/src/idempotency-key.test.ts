import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIdempotencyKey } from './idempotency-key.ts'

describe('readIdempotencyKey', () => {
  test('default: accepts printable ASCII up to 255 characters, but not an empty text', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined()
    for (const key of ['a', '"8e03978e-40d5"', '~'.repeat(255)])
      expect(readIdempotencyKey(key)).toBe(key)
  })

  test.each([[''], ['a b'], ['a, b'], ['ä'], ['a\n'], ['x'.repeat(256)], [1], [null], [['a']]])(
    'error: refuses %j',
    (given) => {
      expect(() => readIdempotencyKey(given)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', status: 400 }),
      )
    },
  )

  test('error: any value gives a bounded key or a refusal', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        try {
          const key = readIdempotencyKey(given)
          if (key !== undefined) expect(key).toMatch(/^[!-~]{1,255}$/)
        } catch (error) {
          expect(error).toMatchObject({ code: 'BAD_REQUEST' })
        }
      }),
    )
  })
})

import { forbidden, hostile } from '@fiq/shared/testing/hostile-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeJson } from './safe-json.ts'

describe('safeJson', () => {
  test('default: prints compact or indented JSON', () => {
    expect(safeJson({ a: [1, 'é'] })).toBe('{"a":[1,"é"]}')
    expect(safeJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}')
    expect(safeJson(undefined)).toBe('null')
  })

  test('behavior: escapes dangerous characters without loss', () => {
    expect(safeJson('\u202e\u009b\u{e0041}')).toBe('"\\u202e\\u009b\\udb40\\udc41"')
  })

  test('property: parses to the same value, and the text has no dangerous characters', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), (value) => {
        const text = safeJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(text).not.toMatch(forbidden)
      }),
      { numRuns: 500 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeJson, sanitise } from './sanitise.ts'

const forbidden =
  /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

/** Texts that reach what is to be stripped, not only plain ones. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]0;title\u0007',
        '\u001b]8;;http://a.example\u001b\\',
        '\u009b2J',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\ud800',
        '\r',
        '\n',
        '\u0000',
        '\u001b',
        '\u{e0041}',
      ),
      fc.string({ unit: 'binary' }),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''))

describe('sanitise', () => {
  test('default: text is left as it is, letters of every script included', () => {
    for (const text of ['Apple Inc.', 'Société Générale', '東京電力', 'Ελλάς', 'a – b · c', ''])
      expect(sanitise(text)).toBe(text)
  })

  test.each([
    ['Ap\u001b[31mple\u001b[0m', 'Apple'],
    ['\u001b]0;owned\u0007AAPL', 'AAPL'],
    ['\u001b]8;;http://a.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001bcAAPL\u001b7', 'AAPL'],
    ['\u009b2JAAPL', 'AAPL'],
    ['pay \u202eevil\u202c', 'pay evil'],
    ['A\u200bA\ufeffP\u2060L', 'AAPL'],
    ['one\r\ntwo\nthree\tfour', 'one two three four'],
    ['half \ud83d', 'half \ufffd'],
    ['unended \u001b]0;title', 'unended '],
  ])('behavior: %j becomes %j', (text, clean) => {
    expect(sanitise(text)).toBe(clean)
  })

  test('property: nothing that moves, hides or reorders survives, and twice is once', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = sanitise(text)
        expect(clean).not.toMatch(forbidden)
        expect(sanitise(clean)).toBe(clean)
        expect(clean.isWellFormed()).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('safeJson', () => {
  test('default: compact or indented JSON', () => {
    expect(safeJson({ a: [1, 'é'] })).toBe('{"a":[1,"é"]}')
    expect(safeJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}')
    expect(safeJson(undefined)).toBe('null')
  })

  test('behavior: dangerous characters are escaped, not lost', () => {
    expect(safeJson('\u202e\u009b\u{e0041}')).toBe('"\\u202e\\u009b\\udb40\\udc41"')
  })

  test('property: the same value, and nothing dangerous in the text', () => {
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

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'
import { forbidden, hostile } from './testing/hostile-text.ts'

describe('sanitise', () => {
  test('default: does not change text, with letters of every script', () => {
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

  test('property: removes everything that moves, hides or reorders; a second run changes nothing', () => {
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Ecology &amp; <i>Meta</i>\n   bourneti', 'Ecology & Meta bourneti'],
  ['Soci&eacute;t&eacute; G&#233;n&#xE9;rale&nbsp;S.A.', 'Société Générale S.A.'],
  ['AT&T, a < b', 'AT&T, a < b'],
  ['&lt;b&gt; stays text', '<b> stays text'],
])('default: %j gives %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('behavior: any text has no white space at its ends', () => {
  fc.assert(
    fc.property(fc.string(), (html) => {
      expect(plainText(html)).toBe(plainText(html).trim())
    }),
  )
})

// A pattern that reads the rest of the text at each bracket would take hours.
test('error: reads a text of a million opening brackets', () => {
  expect(plainText('<a'.repeat(1_000_000))).toHaveLength(2_000_000)
})

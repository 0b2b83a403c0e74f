import fc from 'fast-check'
import { expect, test } from 'vitest'
import { goingConcernSentence } from './going-concern.ts'

test.each([
  'These conditions raise substantial doubt about the Company&rsquo;s ability to continue as a going concern.',
  '<p>Losses. Recurring losses raise <b>substantial doubt</b> about its ability to continue as a going&#160;concern.</p>',
])('default: %s', (html) => {
  expect(goingConcernSentence(html)).toMatch(/substantial doubt.*going concern\.$/)
})

test.each([
  'Management evaluates whether there is substantial doubt about the ability to continue as a going concern.',
  'There is no substantial doubt about our ability to continue as a going concern.',
  'Plans have alleviated the substantial doubt about our ability to continue as a going concern.',
  'We are a going concern. There was substantial doubt about the weather.',
  '',
])('behavior: finds no doubt in %j', (html) => {
  expect(goingConcernSentence(html)).toBeNull()
})

test('error: reads any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(goingConcernSentence(`${text} substantial doubt ${text} going concern`)).not.toBe('')
    }),
  )
})

test('behavior: omits the text of scripts and styles', () => {
  const doubt = 'There is substantial doubt about our ability to continue as a going concern.'
  expect(goingConcernSentence(`<style>${doubt}</style><SCRIPT a="b">${doubt}</SCRIPT>`)).toBeNull()
  expect(goingConcernSentence(`<style>a</style> ${doubt} <style>b</style>`)).toBe(doubt)
})

// Patterns that read the rest of the text at each place would take hours.
test.each(['<', '<script', '<style ', '<ix:header>', '<!--', ' '])(
  'error: reads a text of a million times %j',
  (text) => {
    expect(goingConcernSentence(text.repeat(1_000_000))).toBeNull()
  },
)

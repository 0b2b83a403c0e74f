import { expect, test } from 'vitest'
import { screenedWords } from './screened-words.ts'

test('default: counts the entries of the screened lists only', () => {
  const sanctionsLists = [
    { isScreened: true, entries: 17_000 },
    { isScreened: true, entries: 842 },
    { isScreened: false, entries: 5 },
  ]
  expect(screenedWords({ data: { sanctionsLists } })).toBe('Screened 17,842 entries on 2 lists. ')
})

test.each([null, {}, { sanctionsLists: null }])('behavior: is empty for %j', (data) => {
  expect(screenedWords({ data })).toBe('')
})

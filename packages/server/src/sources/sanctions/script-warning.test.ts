import { expect, test } from 'vitest'
import { scriptWarning } from './script-warning.ts'

test.each(['Kim Jong Un', 'Ærø 7', '김정은', '郑雁雄', '…'])('default: none for %s', (name) => {
  expect(scriptWarning(name)).toBeUndefined()
})

test.each([
  ['بشار الأسد', /Arabic letters/],
  ['Bashar (بشار)', /Arabic letters/],
  ['Сергей Лавров', /Cyrillic letters/],
  ['ปรีชา', /letter by letter/],
  ['さなえ', /letter by letter/],
])('behavior: %s carries a warning', (name, text) => {
  expect(scriptWarning(name)).toMatch(text)
})

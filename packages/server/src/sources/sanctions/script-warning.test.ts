import { expect, test } from 'vitest'
import { scriptWarning } from './script-warning.ts'

test.each(['Kim Jong Un', 'Ærø 7', '김정은', '郑雁雄', '…'])(
  'default: gives no warning for %s',
  (name) => {
    expect(scriptWarning(name)).toBeUndefined()
  },
)

test.each([
  ['بشار الأسد', /Arabic letters/],
  ['Bashar (بشار)', /Arabic letters/],
  ['Сергей Лавров', /Cyrillic letters/],
  ['ปรีชา', /letter by letter/],
  ['さなえ', /letter by letter/],
])('behavior: gives a warning for %s', (name, text) => {
  expect(scriptWarning(name)).toMatch(text)
})

import { expect, test } from 'vitest'
import { namesakesIn } from './namesakes.ts'

const kindOf = namesakesIn(
  [
    'AL-BANNA, Ibrahim',
    'AL-KHATIB, Mahmoud',
    'Abdul Rahman Yasin',
    'POPOV, Pavel Anatolievich',
    'SHKOLOV, Evgeniy',
    'SHARIFI, Ali',
  ].map((text) => ({ text, entry: { type: 'individual' } })),
)

test.each([
  ['إبراهيم البنا', 'same'],
  ['عبدالرحمن ياسين', 'same'],
  ['علی شریفی', 'same'],
  ['Павел Попов', 'shorter'],
  ['محمد الخطيب', undefined],
  ['Евгений Соколов', undefined],
  ['김현우', undefined],
])('default: %s is a namesake: %s', (invented, kind) => {
  expect(kindOf(invented)).toBe(kind)
})

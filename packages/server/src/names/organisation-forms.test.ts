import { expect, test } from 'vitest'
import { findForms, splitGluedForm } from './organisation-forms.ts'

test.each([
  ['siemens ag', [{ start: 1, length: 1, family: 'stock' }]],
  [
    'tactical missiles corporation joint stock company',
    [
      { start: 2, length: 1, family: 'plain' },
      { start: 3, length: 3, family: 'stock' },
    ],
  ],
  ['ooo oboronnye initsiativy', [{ start: 0, length: 1, family: 'limited' }]],
  ['nanshan group co ltd', [{ start: 2, length: 2, family: 'limited' }]],
  ['gazprom', []],
] as const)('default: finds the forms of %j', (text, forms) => {
  expect(findForms(text.split(' '))).toEqual(forms)
})

test('behavior: accepts a misspelled long form', () => {
  expect(findForms(['siemens', 'aktiengeselschaft'])).toEqual([
    { start: 1, length: 1, family: 'stock' },
  ])
  expect(findForms(['stripe', 'limted'])).toHaveLength(1)
})

test('behavior: a name that has only forms keeps its first word', () => {
  expect(findForms(['sa'])).toEqual([])
  expect(findForms(['company', 'ltd'])).toEqual([])
})

test('behavior: separates a form written together with its name', () => {
  expect(splitGluedForm('SiemensAG')).toEqual(['Siemens', 'AG'])
  expect(splitGluedForm('SIEMENSAG')).toBeUndefined()
  expect(splitGluedForm('Siemens')).toBeUndefined()
})

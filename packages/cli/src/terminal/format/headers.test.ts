import { expect, test } from 'vitest'
import { headerOf } from './headers.ts'

test.each([
  ['marketCap', 'cap'],
  ['changePercent', 'change %'],
  ['dollarVolume', 'dollar volume'],
  ['date', 'date'],
  ['constructor', 'constructor'],
])('default: the header of %s is %s', (field, header) => {
  expect(headerOf(field)).toBe(header)
})

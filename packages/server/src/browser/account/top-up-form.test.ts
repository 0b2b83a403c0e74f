import { expect, test } from 'vitest'
import { topUpTexts } from './top-up-form.ts'

test('default: returns whole credits, and the remainder', () => {
  expect(topUpTexts('5')).toEqual({ credits: '1,666 credits', amount: '4.998', rest: '0.002' })
  expect(topUpTexts(' 0.015 ')).toEqual({ credits: '5 credits', amount: '0.015', rest: '0' })
})

test.each(['', '0.014', '10000.000001', '-5', 'x', '1e3'])('error: %j is not an amount', (text) => {
  expect(topUpTexts(text)).toBeUndefined()
})

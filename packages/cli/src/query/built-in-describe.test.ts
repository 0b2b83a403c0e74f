import { expect, test } from 'vitest'
import { builtInDescribe } from './built-in-describe.ts'

test("behavior: on the user's own server nothing costs anything", () => {
  const priceOf = (isFree: boolean) => JSON.parse(builtInDescribe(isFree)('quotes')).price
  expect(priceOf(false)).toMatchObject({ amount: '0.015', credits: 5 })
  expect(priceOf(true)).toMatchObject({ amount: '0', credits: 0 })
})

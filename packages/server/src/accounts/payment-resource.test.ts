import { expect, test } from 'vitest'
import { isPaymentResource, paymentResource } from './payment-resource.ts'

test('default: returns payer and nonce of a payment on Base, in lower case', () => {
  const resource = paymentResource({ payer: `0x${'Ab'.repeat(20)}`, nonce: `0x${'Cd'.repeat(32)}` })
  expect(resource).toBe(`urn:eip3009:8453:0x${'ab'.repeat(20)}:0x${'cd'.repeat(32)}`)
  expect(isPaymentResource(resource)).toBe(true)
  expect(isPaymentResource(resource.toUpperCase())).toBe(true)
})

test('behavior: other resources name no payment', () => {
  for (const other of ['https://fiq.test/terms', '', 'urn:eip3009:1:0x', 'x urn:eip3009:8453:'])
    expect(isPaymentResource(other)).toBe(false)
})

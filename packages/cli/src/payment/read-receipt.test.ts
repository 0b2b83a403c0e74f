import { encodeHeader } from '@fiq/shared/payment/header-codec'
import { describe, expect, test } from 'vitest'
import { readReceipt } from './read-receipt.ts'
import { terms } from './testing/test-terms.ts'

const purchase = terms(1)
const transaction = `0x${'ab'.repeat(32)}`
const honest = {
  success: true,
  transaction,
  network: 'eip155:8453',
  payer: purchase.authorization.from,
}
const read = (receipt: unknown) =>
  readReceipt({ 'payment-response': encodeHeader(receipt) }, purchase)

describe('readReceipt', () => {
  test('default: the transaction of a receipt that fits', () => {
    expect(read(honest)).toBe(transaction)
    expect(read({ ...honest, amount: String(purchase.amount) })).toBe(transaction)
    expect(read({ ...honest, payer: purchase.authorization.from.toLowerCase() })).toBe(transaction)
  })

  test.each<[string, Record<string, unknown>]>([
    ['another payer', { payer: `0x${'12'.repeat(20)}` }],
    ['no payer', { payer: undefined }],
    ['another amount', { amount: '1' }],
    ['no transaction', { transaction: '' }],
    ['a short transaction', { transaction: '0xab' }],
    ['a failure', { success: false }],
    ['another network', { network: 'eip155:1' }],
  ])('error: %s is no receipt', (_, change) => {
    expect(read({ ...honest, ...change })).toBeUndefined()
  })

  test('error: noise is no receipt, and neither is nothing', () => {
    expect(readReceipt({ 'payment-response': 'ÿ' }, purchase)).toBeUndefined()
    expect(readReceipt({}, purchase)).toBeUndefined()
  })
})

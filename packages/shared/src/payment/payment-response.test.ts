import { decodePaymentResponseHeader } from '@x402/core/http'
import { expect, test } from 'vitest'
import { encodeHeader } from './header-codec.ts'
import { paymentResponseHeader, readPaymentResponse } from './payment-response.ts'

const settled = {
  transaction: `0x${'ab'.repeat(32)}`,
  payer: `0x${'1'.repeat(40)}`,
  logIndex: 7,
} as const

test('default: the receipt round-trips, and the stock decoder reads it', () => {
  const header = paymentResponseHeader(settled)
  const expected = {
    success: true,
    transaction: settled.transaction,
    network: 'eip155:8453',
    payer: settled.payer,
    extensions: { settlement: { logIndex: 7 } },
  }
  expect(readPaymentResponse(header)).toEqual(expected)
  expect(decodePaymentResponseHeader(header)).toEqual(expected)
})

test('behavior: reads a stock failure receipt without a transaction', () => {
  expect(
    readPaymentResponse(
      encodeHeader({
        success: false,
        transaction: '',
        network: 'eip155:8453',
        errorReason: 'insufficient_funds',
      }),
    ),
  ).toMatchObject({ success: false, errorReason: 'insufficient_funds' })
})

test.each([
  undefined,
  '',
  'x',
  encodeHeader({ success: true }),
  encodeHeader({ success: true, transaction: '0x1', network: 'eip155:8453' }),
  encodeHeader({ success: true, transaction: settled.transaction, network: 'eip155:1' }),
])('error: %j is not a receipt', (header) => expect(readPaymentResponse(header)).toBeUndefined())

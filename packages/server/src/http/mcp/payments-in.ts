import { isRequest, readMessages } from '@fiq/shared/mcp/json-rpc'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { isPayment, readPresented } from '../request-identity.ts'
import { paymentKey } from './tool-result.ts'

/**
 * Tests for a payment before parsing, because most bodies have none. Some encoders escape the
 * slash.
 */
const mentionsPayment = /x402\\?\/payment"/

/** Well-formed payments of the calls in a body. They are not verified. */
export function paymentsIn(body: string): readonly Payment[] {
  if (!mentionsPayment.test(body)) return []
  try {
    return readMessages(body, true)
      .messages.filter(isRequest)
      .map((message) => readPresented(message.params?._meta?.[paymentKey]))
      .filter(isPayment)
  } catch {
    return []
  }
}

import { isRequest, readMessages } from '@fiq/shared/mcp/json-rpc'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { isPayment, readPresented } from '../request-identity.ts'
import { paymentKey } from './tool-result.ts'

/**
 * Tests for a payment before parsing, because most bodies have none. Some encoders escape the
 * slash.
 */
const mention = /x402\\?\/payment"/

/** Whether a body may contain a payment, without parsing it. */
export function mayHavePayment(body: string): boolean {
  return mention.test(body)
}

/** Well-formed payments of the calls in a body. They are not verified. */
export function paymentsIn(body: string): readonly Payment[] {
  if (!mayHavePayment(body)) return []
  try {
    return readMessages(body, true)
      .messages.filter(isRequest)
      .map((message) => readPresented(message.params?._meta?.[paymentKey]))
      .filter(isPayment)
  } catch {
    return []
  }
}

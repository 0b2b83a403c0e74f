import { isRequest, readMessages } from '@fiq/shared/mcp/json-rpc'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { isPayment, readPresented } from '../request-identity.ts'
import { paymentKey } from './tool-result.ts'

/** With the slash as some encoders write it. Most bodies have none, and are not read for this. */
const mentionsPayment = /x402\\?\/payment"/

/** Payments of the calls in a body that can be read. Each may be worth nothing still. */
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

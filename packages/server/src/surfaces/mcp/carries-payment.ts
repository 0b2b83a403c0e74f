import { isRequest, readMessages } from '@fiq/shared/mcp/json-rpc'
import { isPayment, readPresented } from '../visitor.ts'
import { paymentKey } from './tool-result.ts'

/** With the slash as some encoders write it. Most bodies have none, and are not read for this. */
const mentionsPayment = /x402\\?\/payment"/

/**
 * Whether one of the calls in a body carries a payment that can be read. It may be worth nothing
 * still, but it is none of somebody who merely writes the word.
 */
export function carriesPayment(body: string): boolean {
  if (!mentionsPayment.test(body)) return false
  try {
    return readMessages(body, true).messages.some(
      (message) =>
        isRequest(message) && isPayment(readPresented(message.params?._meta?.[paymentKey])),
    )
  } catch {
    return false
  }
}

import { FiqError } from '@fiq/shared/errors'
import { readingAnswer } from '../payment/delivery/after-signing.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'

/** The JSON of an answer that was paid for. @throws PaymentError when it is not JSON. */
export function readPaidJson({ body, purchase }: PaidAnswer): unknown {
  return readingAnswer(purchase, () => {
    try {
      return JSON.parse(body) as unknown
    } catch (cause) {
      throw new FiqError('SERVER_ERROR', 'The answer that was paid for is not JSON.', { cause })
    }
  })
}

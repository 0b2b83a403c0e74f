import { FiqError } from '@fiq/shared/errors'
import { readingAnswer } from '../payment/delivery/after-signing.ts'
import type { PaidAnswer } from '../payment/delivery/ports.ts'

/** Parses the JSON of a paid answer. @throws PaymentError if it is not JSON. */
export function readPaidJson({ body, purchase }: PaidAnswer): Promise<unknown> {
  return readingAnswer(purchase, () => {
    try {
      return JSON.parse(body) as unknown
    } catch (cause) {
      throw new FiqError('SERVER_ERROR', 'The paid answer is not JSON.', { cause })
    }
  })
}

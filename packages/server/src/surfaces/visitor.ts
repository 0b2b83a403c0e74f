import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../access/door.ts'

/** What a request shows at the door of what is not sold: its key, and where it comes from. */
export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  return { authorization: headers.authorization, address: ip }
}

/** The header as a client sent it; several of them are one malformed one. */
export function paymentOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['payment-signature']
  return Array.isArray(header) ? header.join(',') : header
}

/**
 * Whether a request carries a payment that can be read. It may be worth nothing still, but it is
 * none of somebody who merely sends the header.
 */
export function carriesPayment(request: FastifyRequest): boolean {
  const header = paymentOf(request)
  if (header === undefined) return false
  try {
    readPaymentSignature(header)
    return true
  } catch {
    return false
  }
}

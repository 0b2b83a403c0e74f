import { FiqError } from '@fiq/shared/errors'
import { type Payment, readPayment } from '@fiq/shared/payment/payment-signature'
import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../access/door.ts'

/** The payment of a request; or why it cannot be read. */
export type Presented = Payment | FiqError | undefined

/** What a request shows at the door of what is not sold: its key, and where it comes from. */
export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  return { authorization: headers.authorization, address: ip }
}

/** What a request for something sold shows: its payment, its key, and its idempotency key. */
export function presentedBy(request: FastifyRequest) {
  return {
    payment: paymentOf(request),
    visitor: visitorOf(request),
    idempotencyKey: request.headers['idempotency-key'],
  }
}

const read = new WeakMap<FastifyRequest, Presented>()

/** The payment in the header of a request, read once; several headers are one malformed one. */
export function paymentOf(request: FastifyRequest): Presented {
  const header = request.headers['payment-signature']
  if (header === undefined) return undefined
  const known = read.get(request)
  if (known) return known
  const payment = readPresented(Array.isArray(header) ? header.join(',') : header)
  read.set(request, payment)
  return payment
}

/** A payment as a surface received it: the text of the header, or its payload as MCP carries it. */
export function readPresented(presented: unknown): Presented {
  if (presented === undefined) return undefined
  try {
    return readPayment(presented)
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
}

/**
 * Whether a payment can be read. It may be worth nothing still, but it is none of somebody who
 * merely sends the header.
 */
export function isPayment(presented: Presented): presented is Payment {
  return presented !== undefined && !(presented instanceof FiqError)
}

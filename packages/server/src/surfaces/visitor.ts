import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../access/door.ts'

/** What a request shows at the door: its key, whether it carries a payment, where it comes from. */
export function visitorOf(request: FastifyRequest): Visitor {
  const { authorization, 'payment-signature': payment } = request.headers
  return { authorization, pays: payment !== undefined, address: request.ip }
}

import { expectedError, FiqError } from '@fiq/shared/errors'
import { decodeHeader } from '@fiq/shared/payment/header-codec'
import { type Payment, readPayment } from '@fiq/shared/payment/payment-signature'
import { type Hex, signatureSchema } from '@fiq/shared/payment/wire'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { SignedProof } from '../payments/proof/prove-payment.ts'
import type { RequestIdentity } from '../rate-limit/request-gate.ts'

/** The payment of a request, or the error of a malformed one. */
export type Presented = Payment | FiqError | undefined

/** The proof of a payment, or the error of a malformed one. */
export type PresentedProof = SignedProof | FiqError | undefined

/** The identity of a request without a payment: its key and its address. */
export function requestIdentityOf(request: FastifyRequest): RequestIdentity {
  return { authorization: request.headers.authorization, address: addressOf(request) }
}

/**
 * The address of a client, according to `--trust-proxy`. A socket that was reset has none, contrary
 * to Fastify's type. All such clients share one name.
 */
export function addressOf({ ip }: { ip: string | undefined }): string {
  return ip ?? 'disconnected'
}

/** Whether the client has closed the connection of a request. */
export function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed
}

/**
 * Credentials of a request: payment and proof, API key, idempotency key; and whether its client has
 * left.
 */
export function presentedBy(request: FastifyRequest) {
  return {
    payment: paymentOf(request),
    proof: proofOf(request),
    sender: requestIdentityOf(request),
    hasLeft: () => hasLeft(request),
    idempotencyKey: request.headers['idempotency-key'],
  }
}

const read = new WeakMap<FastifyRequest, Presented>()

/**
 * The payment in the header of a request, parsed once. Several headers are one malformed payment.
 */
export function paymentOf(request: FastifyRequest): Presented {
  const header = request.headers['payment-signature']
  if (header === undefined) return undefined
  const cached = read.get(request)
  if (cached) return cached
  const payment = readPresented(Array.isArray(header) ? header.join(',') : header)
  read.set(request, payment)
  return payment
}

/**
 * Parses a payment in the form of its surface: the text of the header, or the payload that MCP
 * carries.
 */
export function readPresented(presented: unknown): Presented {
  if (presented === undefined) return undefined
  try {
    return readPayment(presented)
  } catch (error) {
    return expectedError(error)
  }
}

const proofSchema = z.object({
  message: z.string().max(4_096),
  signature: z.custom<Hex>((text) => signatureSchema.safeParse(text).success),
})

/** The `PAYMENT-PROOF` header of a request: base64 of `{ message, signature }` as JSON. */
export function proofOf({ headers }: FastifyRequest): PresentedProof {
  const header = headers['payment-proof']
  if (header === undefined) return undefined
  return readProof(decodeHeader(String(header)) ?? null)
}

/** Parses a proof, which MCP carries as JSON. */
export function readProof(presented: unknown): PresentedProof {
  if (presented === undefined) return undefined
  const proof = proofSchema.safeParse(presented)
  if (proof.success) return proof.data
  return new FiqError('PAYMENT_MALFORMED', 'The PAYMENT-PROOF cannot be read.', {
    remedy:
      'Send base64 of { "message": "…", "signature": "0x…" } with a message in the format of EIP-4361.',
  })
}

/** Whether a payment is well-formed. It is not verified. */
export function isPayment(presented: Presented): presented is Payment {
  return presented !== undefined && !(presented instanceof FiqError)
}

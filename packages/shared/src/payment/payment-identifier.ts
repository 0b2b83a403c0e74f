import * as z from 'zod/mini'

/**
 * Key of the x402 extension by which a payer identifies a payment, so that it buys one thing only.
 * Source: x402 `specs/extensions/payment_identifier.md`.
 */
export const identifierExtension = 'payment-identifier'

/** The extension in a 402. The id is optional. */
export const identifierOffer = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128 },
    },
    required: ['required'],
  },
} as const

/** A client that does not support the extension echoes the offer without an id, or omits it. */
export const identifierSchema = z.object({
  info: z.optional(
    z.object({ id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{16,128}$/))) }),
  ),
})

import type { PaymentPayload as StockPaymentPayload } from '@x402/core/types'
import * as z from 'zod/mini'
import { defined } from '../defined.ts'
import { FiqError } from '../errors.ts'
import type { SignedAuthorization } from './authorization.ts'
import { decodeHeader, encodeHeader, headerCharactersMax } from './header-codec.ts'
import { identifierExtension, identifierSchema } from './payment-identifier.ts'
import { type Quoted, requirementsSchema } from './payment-required.ts'
import { quoteExtension } from './quote.ts'
import { readQuoteSecret, secretHashOf } from './quote-secret.ts'
import {
  addressSchema,
  amountSchema,
  bytes32Schema,
  secondsSchema,
  signatureSchema,
  textSchema,
} from './wire.ts'

const payloadSchema = z.object({
  x402Version: z.literal(2),
  resource: z.optional(z.object({ url: textSchema })),
  accepted: requirementsSchema,
  payload: z.object({
    signature: signatureSchema,
    authorization: z.object({
      from: addressSchema,
      to: addressSchema,
      value: amountSchema,
      validAfter: secondsSchema,
      validBefore: secondsSchema,
      nonce: bytes32Schema,
    }),
  }),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** A parsed payment. Its form was checked; its signature and terms were not. */
export type Payment = SignedAuthorization & {
  accepted: z.infer<typeof requirementsSchema>
  /** The resource that the payer names. */
  resourceUrl: string | undefined
  /** Digest of the itemised quote, when the client echoed the extension. */
  quoteDigest: string | undefined
  /** The payer's `payment-identifier`, if the client sent one. */
  identifier?: string | undefined
  /**
   * SHA-256, in hex, of the quote's secret, when the client echoed the secret. The secret itself is
   * dropped here, so no caller can log it, store it or pass it to a facilitator.
   */
  secretHash?: string | undefined
}

/**
 * Parses a `PAYMENT-SIGNATURE` header.
 *
 * @throws FiqError `PAYMENT_MALFORMED` with the fault; nothing was charged.
 */
export function readPaymentSignature(header: string): Payment {
  if (header.length > headerCharactersMax)
    throw malformed(`it has ${header.length} characters, at most ${headerCharactersMax} are read`)
  const decoded = decodeHeader(header)
  if (decoded === undefined) throw malformed('it is not base64 of UTF-8 JSON')
  const payment = readPaymentPayload(decoded)
  if (typeof payment === 'string') throw malformed(payment)
  return payment
}

/**
 * Parses a payment from the text of the header, or from the payload itself if the transport carries
 * JSON, as MCP does.
 *
 * @throws FiqError `PAYMENT_MALFORMED` with the fault; nothing was charged.
 */
export function readPayment(presented: unknown): Payment {
  if (typeof presented === 'string') return readPaymentSignature(presented)
  const payment = readPaymentPayload(presented)
  if (typeof payment !== 'string') return payment
  throw new FiqError('PAYMENT_MALFORMED', `The payment cannot be read: ${payment}.`, {
    remedy: 'Send the x402 v2 payment payload as a JSON object.',
  })
}

/**
 * Parses an x402 v2 PaymentPayload: base64 in headers, plain JSON for facilitators.
 *
 * @returns The reason, as text, if it is not a payment of exact USDC on Base.
 */
export function readPaymentPayload(json: unknown): Payment | string {
  const parsed = z.safeParse(payloadSchema, json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return `${issue?.path.join('.') || 'the payload'} is missing or not as specified`
  }
  const { payload, accepted, resource, extensions } = parsed.data
  const named = z.safeParse(identifierSchema, extensions?.[identifierExtension] ?? {})
  if (!named.success) return `extensions.${identifierExtension} is not as specified`
  const echoed = extensions?.[quoteExtension]
  const secret = readQuoteSecret(echoed)
  if (secret === 'malformed') return `extensions.${quoteExtension}.secret is not as specified`
  return {
    ...lowerCased(payload),
    accepted,
    resourceUrl: resource?.url,
    quoteDigest: digestIn(echoed),
    identifier: named.data.info?.id,
    secretHash: secret === undefined ? undefined : secretHashOf(secret),
  }
}

/**
 * Builds the `PAYMENT-SIGNATURE` header from the checked offer and the signed authorization.
 *
 * @param identifier - the payer's `payment-identifier`. Sent if the server offers the extension. A
 * settled signature is public, so the identifier authenticates the payer.
 */
export function paymentSignatureHeader(
  quoted: Quoted,
  signed: SignedAuthorization,
  identifier?: string,
): string {
  const { value, validAfter, validBefore, ...rest } = signed.authorization
  return encodeHeader({
    x402Version: 2,
    resource: { url: quoted.resource.url },
    accepted: quoted.offer as StockPaymentPayload['accepted'],
    payload: {
      signature: signed.signature,
      authorization: {
        ...rest,
        value: String(value),
        validAfter: String(validAfter),
        validBefore: String(validBefore),
      },
    },
    extensions: { ...echoOf(quoted), ...namedBy(quoted, identifier) },
  } satisfies StockPaymentPayload)
}

/** The digest binds the payment and the secret authenticates its sender. The rows are omitted. */
function echoOf({ quote, extensions }: Quoted): Record<string, unknown> {
  const secret = readQuoteSecret(extensions?.[quoteExtension])
  const echo = {
    ...defined({
      info: quote ? { digest: quote.digest } : undefined,
      secret: secret === undefined || secret === 'malformed' ? undefined : secret,
    }),
  }
  return Object.keys(echo).length === 0 ? {} : { [quoteExtension]: echo }
}

function namedBy({ extensions }: Quoted, id: string | undefined): Record<string, unknown> {
  if (id === undefined || extensions?.[identifierExtension] === undefined) return {}
  return { [identifierExtension]: { info: { required: false, id } } }
}

const echoSchema = z.object({ info: z.object({ digest: z.string() }) })

function digestIn(extension: unknown): string | undefined {
  if (extension === undefined) return undefined
  const echoed = z.safeParse(echoSchema, extension)
  return echoed.success ? echoed.data.info.digest : undefined
}

/**
 * Converts hex to lower case. Payer and nonce identify a payment, so two spellings must be equal.
 */
function lowerCased({ authorization, signature }: SignedAuthorization): SignedAuthorization {
  const { from, to, nonce } = authorization
  return {
    authorization: {
      ...authorization,
      from: from.toLowerCase() as typeof from,
      to: to.toLowerCase() as typeof to,
      nonce: nonce.toLowerCase() as typeof nonce,
    },
    signature: signature.toLowerCase() as typeof signature,
  }
}

function malformed(problem: string): FiqError {
  return new FiqError(
    'PAYMENT_MALFORMED',
    `The PAYMENT-SIGNATURE header cannot be read: ${problem}.`,
  )
}

import * as z from 'zod/mini'
import { FiqError } from '../errors.ts'
import { decodeHeader, encodeJson } from './header-codec.ts'
import { identifierExtension, identifierOffer } from './payment-identifier.ts'
import { type ItemisedQuote, quoteExtension, readQuoteExtension } from './quote.ts'
import { blankSecret, type QuoteSecret, secretPlaceOf } from './quote-secret.ts'
import { sameAddress, timeoutSecondsMax, usdcOnBase } from './usdc-on-base.ts'
import { addressSchema, amountSchema, textSchema } from './wire.ts'

/** The payment terms of fiq: x402 v2, scheme `exact`, USDC on Base, EIP-3009 authorization. */
export const requirementsSchema = z.object({
  scheme: z.literal(usdcOnBase.scheme),
  network: z.literal(usdcOnBase.network),
  asset: addressSchema.check(z.refine((asset) => sameAddress(asset, usdcOnBase.asset))),
  amount: amountSchema,
  payTo: addressSchema,
  maxTimeoutSeconds: z.number().check(z.int(), z.minimum(1), z.maximum(86_400)),
  extra: z.object({
    name: z.literal(usdcOnBase.domain.name),
    version: z.literal(usdcOnBase.domain.version),
    assetTransferMethod: z.optional(z.literal('eip3009')),
  }),
})

/** {@link https://github.com/coinbase/x402 x402} PaymentRequirements, narrowed to the terms that fiq signs. */
export type PaymentRequirements = z.infer<typeof requirementsSchema>

const envelopeSchema = z.object({
  x402Version: z.literal(2),
  error: z.optional(textSchema),
  resource: z.object({ url: textSchema, description: z.optional(textSchema) }),
  accepts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(16)),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** A parsed `PAYMENT-REQUIRED` header. */
export type Quoted = {
  requirements: PaymentRequirements
  /** The offer exactly as received. The payment echoes it, so that the server can match it. */
  offer: Record<string, unknown>
  resource: { url: string; description?: string | undefined }
  /** The server's reason for a further 402. Untrusted text. */
  error: string | undefined
  /** `undefined` when the server does not itemise. */
  quote: ItemisedQuote | undefined
  extensions: Record<string, unknown> | undefined
}

/** The terms of a quote. */
export type PaymentRequiredInput = {
  url: string
  /** The server's own text, at most 480 characters. */
  description: string
  amount: bigint
  payTo: string
  maxTimeoutSeconds: number
  quote: ItemisedQuote
  /** Blank by default. {@link secretPlace} replaces it in the header. */
  secret?: QuoteSecret
  error?: string
  /**
   * Further members of `extensions`, as JSON texts such as `"bazaar":{…}`. The first one with which
   * the header fits into {@link discoveryHeaderMax} is sent; if none fits, none is sent.
   */
  discovery?: readonly string[] | undefined
}

/**
 * Longest header that includes texts for directories. Many servers accept 8 KiB of headers in
 * total.
 */
export const discoveryHeaderMax = 4_096

const identifierText = JSON.stringify(identifierOffer)

/**
 * Builds the `PAYMENT-REQUIRED` header. A pure function of its input: no clock, no id. The JSON is
 * concatenated as text, because it is the most frequent response and half of it is constant.
 */
export function paymentRequiredHeader(input: PaymentRequiredInput): string {
  for (const more of input.discovery ?? []) {
    const header = headerWith(input, `,${more}`)
    if (header.length <= discoveryHeaderMax) return header
  }
  return headerWith(input, '')
}

function headerWith(input: PaymentRequiredInput, more: string): string {
  const { url, description, error, quote, secret = blankSecret } = input
  const why = error === undefined ? '' : `"error":${JSON.stringify(error)},`
  const named = `"url":${JSON.stringify(url)},"description":${JSON.stringify(description.slice(0, 480))}`
  const resource = `"resource":{${named},"mimeType":"application/json"}`
  const accepts = `"accepts":[${JSON.stringify(offerOf(input))}]`
  const extensions = `"info":${JSON.stringify(quote)},"schema":{}},"${identifierExtension}":${identifierText}${more}}`
  return encodeJson(secretPlace.json(secret, `${extensions},${why}${resource},${accepts}}`))
}

/** The position of the secret in a header of {@link paymentRequiredHeader}. */
export const secretPlace = secretPlaceOf(quoteExtension)

/** The offer in its wire form: the entry of `accepts` that a payer echoes as `accepted`. */
export function offerOf(terms: { amount: bigint; payTo: string; maxTimeoutSeconds: number }) {
  return {
    scheme: usdcOnBase.scheme,
    network: usdcOnBase.network,
    amount: String(terms.amount),
    asset: usdcOnBase.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.maxTimeoutSeconds,
    extra: { ...wireDomain, paymentFlow: 'upfront' },
  }
}

const wireDomain = { name: usdcOnBase.domain.name, version: usdcOnBase.domain.version }

/**
 * Parses a `PAYMENT-REQUIRED` header and picks the first offer that the wallet can pay. Checks the
 * terms that do not depend on the user: protocol, scheme, network, asset, domain, a plain positive
 * amount, a short validity.
 *
 * @throws FiqError `QUOTE_MALFORMED` when the header is absent or not x402 v2.
 * @throws FiqError `QUOTE_UNSUPPORTED` when no offer is exact USDC on Base.
 */
export function readPaymentRequired(header: string | null | undefined): Quoted {
  const envelope = z.safeParse(envelopeSchema, decodeHeader(header))
  if (!envelope.success)
    throw new FiqError(
      'QUOTE_MALFORMED',
      'The server answered 402 without a readable x402 v2 quote.',
      { facts: [header ? 'PAYMENT-REQUIRED: unreadable' : 'PAYMENT-REQUIRED: absent'] },
    )
  const { accepts, resource, error, extensions } = envelope.data
  for (const offer of accepts) {
    const requirements = z.safeParse(requirementsSchema, offer)
    if (!requirements.success || requirements.data.amount === 0n) continue
    if (requirements.data.maxTimeoutSeconds > timeoutSecondsMax) continue
    return {
      requirements: requirements.data,
      offer: offer as Record<string, unknown>,
      resource,
      error,
      quote: readQuoteExtension(extensions?.[quoteExtension]),
      extensions,
    }
  }
  throw new FiqError('QUOTE_UNSUPPORTED', 'No offer in the quote is one this wallet can pay.', {
    facts: [
      `Offers: ${accepts.map(describeOffer).join('; ')}`,
      `Payable: exact ${usdcOnBase.network} ${usdcOnBase.asset} (${wireDomain.name}, version ${wireDomain.version}), at most ${timeoutSecondsMax} s`,
    ],
  })
}

function describeOffer(offer: unknown): string {
  if (typeof offer !== 'object' || offer === null) return typeof offer
  const { scheme, network, asset, amount, maxTimeoutSeconds } = offer as Record<string, unknown>
  const parts = [scheme, network, asset, amount, maxTimeoutSeconds]
  return `${parts.map((part) => (JSON.stringify(part) ?? 'absent').slice(0, 60)).join(' ')} s`
}

import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { encodeJson } from './header-codec.ts'

/**
 * The secret of a quote: 128 random bits beside `info` in the quote's extension. Stock clients echo
 * extensions, so a payment returns the secret to the server and to no other party. The signature of
 * a settled payment is public; the secret is not, so it proves who sent the payment.
 */
export type QuoteSecret = string

/** base64url of 16 bytes. */
const secretCharacters = 22
/** Placeholder in a header without a secret. {@link readQuoteSecret} ignores it. */
export const blankSecret: QuoteSecret = 'A'.repeat(secretCharacters)

const secretPattern = /^[A-Za-z0-9_-]{22}$/
const secretSchema = z.object({ secret: z.optional(z.string().check(z.regex(secretPattern))) })

/** The text after the secret. Together they are a whole number of base64 groups. */
const secretEnd = '",'

/**
 * The JSON of a quote up to its secret. Pads with spaces to a multiple of three bytes, so that the
 * secret begins at a base64 group and can be replaced in the encoded header.
 */
function jsonBeforeSecret(extension: string): string {
  const begin = `"x402Version":2,"extensions":{${JSON.stringify(extension)}:{"secret":"`
  const spaces = (3 - ((begin.length + 1) % 3)) % 3
  return `{${' '.repeat(spaces)}${begin}`
}

/** Encoded length of the secret and the text after it. */
const encodedLength = ((secretCharacters + secretEnd.length) / 3) * 4

/** The position of the secret in the encoded header of a quote: the same in every header. */
type SecretPlace = {
  /** The JSON of a quote. @param after - The text after the member `secret`. */
  json(secret: QuoteSecret, after: string): string
  /** Encodes only the 32 characters of the secret and copies the rest. */
  write(header: string, secret: QuoteSecret): string
  read(header: string): QuoteSecret
}

/** @param extension - Name of the extension that carries the secret. */
export function secretPlaceOf(extension: string): SecretPlace {
  const before = jsonBeforeSecret(extension)
  const start = (before.length / 3) * 4
  const end = start + encodedLength
  return {
    json: (secret, after) => `${before}${secret}${secretEnd}${after}`,
    write: (header, secret) =>
      header.slice(0, start) + encodeJson(secret + secretEnd) + header.slice(end),
    read: (header) =>
      Buffer.from(header.slice(start, end), 'base64').toString('utf8').slice(0, secretCharacters),
  }
}

/**
 * Reads the secret from the quote's extension, in a quote or a payment.
 *
 * @returns `undefined` without a secret, `'malformed'` for a text of another form.
 */
export function readQuoteSecret(extension: unknown): QuoteSecret | undefined | 'malformed' {
  if (typeof extension !== 'object' || extension === null) return undefined
  const read = z.safeParse(secretSchema, extension)
  if (!read.success) return 'malformed'
  return read.data.secret === blankSecret ? undefined : read.data.secret
}

/** SHA-256 of a secret, in hex: servers store the hash and never the secret. */
export function secretHashOf(secret: QuoteSecret): string {
  return hash('sha256', secret, 'hex')
}

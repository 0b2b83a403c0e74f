import * as z from 'zod/mini'

/** `0x` and lower-case hex. viem's name for it is `Hex`. */
export type Hex = `0x${string}`

/** A number as JSON-RPC of Ethereum writes it: hex without leading zeros. */
export function quantityOf(number: number | bigint): Hex {
  return `0x${number.toString(16)}`
}

const hex = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => text as Hex),
  )

/** An address in any case: no checksum is verified. */
export const addressSchema = hex(/^0x[0-9a-fA-F]{40}$/)
export const bytes32Schema = hex(/^0x[0-9a-fA-F]{64}$/)
/** 65 bytes for a signature by a key, more for contract wallets, at most 4 KB. */
export const signatureSchema = hex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)

/** Digits as a bigint. `"-5"`, `"1.5"`, `"1e3"` and numbers with leading zeros are refused. */
const digits = (max: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^(?:0|[1-9]\\d{0,${max - 1}})$`))),
    z.transform((text) => BigInt(text)),
  )

/** Atomic units: up to 15 digits, a billion USDC. */
export const amountSchema = digits(15)
/** Unix seconds as text. Stock clients send up to 78 digits for "never"; up to 20 are accepted. */
export const secondsSchema = digits(20)

/**
 * Text of the other party. Limited in length here; `sanitise` removes control characters before
 * display.
 */
export const textSchema = z.string().check(z.maxLength(2_000))

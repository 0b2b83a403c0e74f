import { boolean, integer, type JsonSchema, list, object, record, text } from '../json-schema.ts'

/** Shapes of the bodies of the public facilitator, by name. */
export const facilitatorShapes: Readonly<Record<string, JsonSchema>> = {
  PaymentOrder: object({
    'x402Version?': integer,
    paymentPayload: record,
    paymentRequirements: record,
  }),
  Verified: object({
    isValid: boolean,
    'invalidReason?': text,
    'invalidMessage?': text,
    'payer?': text,
  }),
  Settled: object({
    success: boolean,
    transaction: text,
    network: text,
    'payer?': text,
    'amount?': text,
    'errorReason?': text,
    'errorMessage?': text,
    'extensions?': record,
  }),
  Resources: object({ x402Version: { const: 2 }, items: list(record), pagination: record }),
  Supported: object({ kinds: list(record), extensions: list(text), signers: record }),
}

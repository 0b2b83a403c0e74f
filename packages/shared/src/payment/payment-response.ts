import type { SettleResponse as StockSettleResponse } from '@x402/core/types'
import * as z from 'zod/mini'
import { defined } from '../defined.ts'
import { decodeHeader, encodeHeader } from './header-codec.ts'
import { usdcOnBase } from './usdc-on-base.ts'
import { addressSchema, bytes32Schema, type Hex, textSchema } from './wire.ts'

const responseSchema = z.object({
  success: z.boolean(),
  transaction: z.union([bytes32Schema, z.literal('')]),
  network: z.literal(usdcOnBase.network),
  payer: z.optional(addressSchema),
  errorReason: z.optional(textSchema),
  /** Atomic units. Optional in schemes with an exact amount. */
  amount: z.optional(textSchema),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** The receipt: `PAYMENT-RESPONSE`, x402 SettlementResponse. */
export type Receipt = z.infer<typeof responseSchema>

/**
 * Builds the `PAYMENT-RESPONSE` header of a settled payment. `logIndex` is the position of its
 * event in a transaction that settles several payments.
 */
export function paymentResponseHeader(settled: {
  transaction: Hex
  payer: Hex
  logIndex?: number | undefined
}): string {
  const { transaction, payer, logIndex } = settled
  return encodeHeader({
    success: true,
    transaction,
    network: usdcOnBase.network,
    payer,
    ...defined({ extensions: logIndex === undefined ? undefined : { settlement: { logIndex } } }),
  } satisfies StockSettleResponse)
}

/** @returns `undefined` when the header is absent or not a receipt for USDC on Base. */
export function readPaymentResponse(header: string | null | undefined): Receipt | undefined {
  const parsed = z.safeParse(responseSchema, decodeHeader(header))
  return parsed.success ? parsed.data : undefined
}

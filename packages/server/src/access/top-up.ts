import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { type ItemisedQuote, quoteDigest } from '@fiq/shared/payment/quote'
import { topUpRequestDigest, topUpRows, topUpTariff } from '@fiq/shared/payment/top-up-terms'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import * as z from 'zod'
import type { PaymentRow, StoredAnswer } from '../payment/payment-record.ts'
import { type Credits, creditsIn } from './credits.ts'
import { parseBody } from './parse-body.ts'

/** Credits that are being bought. */
export type TopUp = {
  price: { amount: bigint }
  credits: number
  /** Organisation of the bearer; the payer's wallet account when there is none. */
  organisation: string | undefined
}

/** Five credits, the smallest price of a query. */
export const topUpMin = 15_000n
/** 10,000 USD. */
export const topUpMax = 10_000_000_000n

const bodySchema = z.object({ amountUsd: z.union([z.string(), z.number()]) })

/**
 * Reads `{ amountUsd }`, the most that is to be paid: decimal digits as text, or a number. Sold are
 * the whole credits that it pays for, at their price.
 *
 * @throws FiqError `BAD_JSON`, `BAD_INPUT`, `INVALID_AMOUNT`
 */
export function readTopUp(text: string, organisation: string | undefined): TopUp {
  const parsed = bodySchema.safeParse(parseBody(text))
  if (!parsed.success)
    throw new FiqError('BAD_INPUT', 'A top-up takes { "amountUsd": "5" }, decimal US dollars.')
  const most = parseUsdc(String(parsed.data.amountUsd))
  if (most < topUpMin || most > topUpMax)
    throw new FiqError(
      'BAD_INPUT',
      `amountUsd: ${formatUsdc(topUpMin)} to ${formatUsdc(topUpMax)} US dollars.`,
    )
  const { credits, amount } = wholeCreditsFor(most)
  return { price: { amount }, credits, organisation }
}

/** What a payment for it is bound to: the amount, and who gets the credits. */
export function topUpDigest({ price, organisation }: TopUp): string {
  return topUpRequestDigest({ amount: price.amount, organisation })
}

/** The itemised quote: one row. */
export function topUpQuote(order: TopUp, payTo: string): ItemisedQuote {
  const { amount } = order.price
  const { credits } = order
  return {
    version: 1,
    tariff: topUpTariff,
    credits,
    unitPrice: String(atomicPerCredit),
    total: String(amount),
    rows: topUpRows({ amount, credits }),
    digest: quoteDigest({ request: topUpDigest(order), tariff: topUpTariff, amount, payTo }),
  }
}

/** Hands out what a settled payment bought. However often it runs, the credits are given once. */
export async function giveTopUp(
  { price, credits: bought, organisation }: TopUp,
  settled: PaymentRow,
  credits: Pick<Credits, 'giveForPayment' | 'pending' | 'balance'>,
): Promise<StoredAnswer> {
  const { payer, nonce, transaction, logIndex } = settled
  if (!transaction) throw new Error('A settled payment names its transaction.')
  const to = organisation === undefined ? { wallet: payer } : { organisation }
  const gift = { kind: 'topup', credits: bought, payment: { payer, nonce } } as const
  const { id, name } = await credits.giveForPayment(to, gift)
  const [balance, pending] = [await credits.balance(id), await credits.pending(id)]
  return {
    status: 200,
    body: JSON.stringify({
      credits: bought,
      amountUsd: formatUsdc(price.amount),
      organisation: { id, name },
      creditsLeft: creditsIn(balance),
      ...(pending > 0 ? { creditsPending: pending } : {}),
      payment: { state: 'settled', payer, transaction },
    }),
    paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }),
  }
}

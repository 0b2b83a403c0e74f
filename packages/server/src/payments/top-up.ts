import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { purchaseNonce, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { type ItemisedQuote, quoteDigest } from '@fiq/shared/payment/quote'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { topUpRequestDigest, topUpRows, topUpTariff } from '@fiq/shared/pricing/top-up-terms'
import * as z from 'zod'
import { parseBody } from '../accounts/parse-body.ts'
import { type Credits, creditsIn } from '../credits/credits.ts'
import type { Organisation } from '../storage/accounts/access-store.ts'
import type { PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'
import type { Payer } from './ports.ts'
import type { PaymentProofs } from './proof/prove-payment.ts'
import { keyIn } from './verify-payment.ts'

/** Credits that are being bought. */
export type TopUp = {
  price: { amount: bigint }
  credits: number
  /** Organisation of the bearer; the payer's wallet account when there is none. */
  organisation: Pick<Organisation, 'id' | 'wallet'> | undefined
  /** Key of the request, if its body names the organisation. */
  request: string | undefined
}

/** Five credits, the smallest price of a query. */
export const topUpMin = 15_000n
/** 10,000 USD. */
export const topUpMax = 10_000_000_000n

const bodySchema = z.object({
  amountUsd: z.union([z.string(), z.number()]),
  organisation: z.string().optional(),
})

/**
 * Reads `{ amountUsd, organisation? }`. The amount is the most that is to be paid: decimal digits as
 * text, or a number. Sold are the whole credits that it pays for, at their price.
 *
 * @param organisation - Of the bearer. A body that names another one is refused.
 * @throws FiqError `BAD_JSON`, `BAD_INPUT`, `INVALID_AMOUNT`
 */
export function readTopUp(
  text: string,
  { url, organisation }: { url: string; organisation: TopUp['organisation'] },
): TopUp {
  const parsed = bodySchema.safeParse(parseBody(text))
  if (!parsed.success)
    throw new FiqError('BAD_INPUT', 'A top-up takes { "amountUsd": "5" }, decimal US dollars.')
  const most = parseUsdc(String(parsed.data.amountUsd))
  if (most < topUpMin || most > topUpMax)
    throw new FiqError(
      'BAD_INPUT',
      `amountUsd: ${formatUsdc(topUpMin)} to ${formatUsdc(topUpMax)} US dollars.`,
    )
  const named = parsed.data.organisation
  if (named !== undefined && named !== organisation?.id)
    throw new FiqError('BAD_INPUT', 'organisation: the key of this request is of another one.')
  const { credits, amount } = wholeCreditsFor(most)
  const request = named === undefined ? undefined : requestKey(new URL(url), text)
  return { price: { amount }, credits, organisation, request }
}

/**
 * Does the payer consent to this top-up? For its own wallet, the secret of the quote or a fresh
 * signature suffices. The authorization itself names no organisation, so a third party that holds
 * it could buy for any. For another organisation, either the signed nonce is derived from the
 * request that names the organisation, or the fresh signature names it.
 */
export async function consentsTo(
  { organisation, request }: TopUp,
  { payment, proof }: Payer,
  proofs: Pick<PaymentProofs, 'isOfPayer'>,
): Promise<boolean> {
  const key = keyIn(payment)
  const { identifier, secretHash } = payment
  const isNamed =
    organisation === undefined ||
    organisation.wallet === key.payer ||
    (request !== undefined &&
      identifier !== undefined &&
      key.nonce === purchaseNonce(identifier, request))
  if (isNamed && secretHash !== undefined) return true
  if (!proof) return false
  return proofs.isOfPayer(proof, key, isNamed ? undefined : organisation.id)
}

/** A top-up payment is bound to the amount and to the organisation that gets the credits. */
export function topUpDigest({ price, organisation }: TopUp): string {
  return topUpRequestDigest({ amount: price.amount, organisation: organisation?.id })
}

/** The itemised quote: one row. */
export function topUpQuote(topUp: TopUp, payTo: string): ItemisedQuote {
  const { amount } = topUp.price
  const { credits } = topUp
  return {
    version: 1,
    tariff: topUpTariff,
    credits,
    unitPrice: String(atomicPerCredit),
    total: String(amount),
    rows: topUpRows({ amount, credits }),
    digest: quoteDigest({ request: topUpDigest(topUp), tariff: topUpTariff, amount, payTo }),
  }
}

/** Gives the goods of a settled payment. Repeated calls give the credits once. */
export async function giveTopUp(
  { price, credits: bought, organisation }: TopUp,
  settled: PaymentRow,
  credits: Pick<Credits, 'giveForPayment' | 'pending' | 'balance'>,
): Promise<StoredAnswer> {
  const { payer, nonce, transaction, logIndex } = settled
  if (!transaction) throw new Error('A settled payment names its transaction.')
  const to = organisation ? { organisation: organisation.id } : { wallet: payer }
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
      ...defined({ creditsPending: pending || undefined }),
      payment: { state: 'settled', payer, transaction },
    }),
    paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }),
  }
}

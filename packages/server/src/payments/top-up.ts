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
import type { Grant } from '../storage/credits/credit-store.ts'
import type { PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'
import type { Payer } from './ports.ts'
import type { PaymentProofs } from './proof/prove-payment.ts'
import { keyIn } from './verify-payment.ts'

/** A purchase of credits. */
export type TopUp = {
  price: { amount: bigint }
  credits: number
  /** Organisation of the bearer. If absent, the payer's wallet account gets the credits. */
  organisation: Pick<Organisation, 'id' | 'wallet'> | undefined
  /** Request key, if the body names the organisation. */
  request: string | undefined
}

/** Five credits, which is the smallest price of a query. */
export const topUpMin = 15_000n
/** 10,000 USD. */
export const topUpMax = 10_000_000_000n

const bodySchema = z.object({
  amountUsd: z.union([z.string(), z.number()]),
  organisation: z.string().optional(),
})

/**
 * Parses `{ amountUsd, organisation? }`. The amount is the maximum to pay: decimal digits as text,
 * or a number. The top-up buys the whole credits that it covers, at their price.
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
    throw new FiqError(
      'BAD_INPUT',
      'The body of a top-up must be { "amountUsd": "5" }, in decimal US dollars.',
    )
  const most = parseUsdc(String(parsed.data.amountUsd))
  if (most < topUpMin || most > topUpMax)
    throw new FiqError(
      'BAD_INPUT',
      `amountUsd must be ${formatUsdc(topUpMin)} to ${formatUsdc(topUpMax)} US dollars.`,
    )
  const named = parsed.data.organisation
  if (named !== undefined && named !== organisation?.id)
    throw new FiqError(
      'BAD_INPUT',
      'organisation: the API key of this request belongs to another organisation.',
    )
  const { credits, amount } = wholeCreditsFor(most)
  const request = named === undefined ? undefined : requestKey(new URL(url), text)
  return { price: { amount }, credits, organisation, request }
}

/**
 * Whether the payer consents to this top-up. For its own wallet, the secret of the quote or a fresh
 * signature suffices. The authorization itself names no organisation, so a third party that holds
 * it could name any. For another organisation, either the signed nonce is derived from the request
 * that names the organisation, or the fresh signature names it.
 */
export async function consentsTo(
  { organisation, request }: TopUp,
  { payment, proof, address = '' }: Payer,
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
  return proofs.isOfPayer(proof, key, {
    address,
    organisation: isNamed ? undefined : organisation.id,
  })
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

/**
 * The answer of a settled top-up, and its credits, to be written in one transaction. Until then the
 * payment is owed and nothing is granted.
 */
export async function answerOfTopUp(
  { price, credits: bought, organisation }: TopUp,
  settled: PaymentRow,
  credits: Pick<Credits, 'grantFor' | 'pending' | 'balance'>,
): Promise<StoredAnswer & { grant: Grant }> {
  const { payer, nonce, transaction, logIndex } = settled
  if (!transaction) throw new Error('A settled payment names its transaction.')
  const to = organisation ? { organisation: organisation.id } : { wallet: payer }
  const gift = { kind: 'topup', credits: bought, payment: { payer, nonce } } as const
  const { organisation: account, grant, isGranted } = await credits.grantFor(to, gift)
  const { id, name } = account
  const [balance, pending] = [await credits.balance(id), await credits.pending(id)]
  const added = isGranted ? 0 : bought
  const willPend = pending + (grant.pendsFor ? added : 0)
  return {
    status: 200,
    body: JSON.stringify({
      credits: bought,
      amountUsd: formatUsdc(price.amount),
      organisation: { id, name },
      creditsLeft: creditsIn(balance) + (grant.pendsFor ? 0 : added),
      ...defined({ creditsPending: willPend || undefined }),
      payment: { state: 'settled', payer, transaction },
    }),
    paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }),
    grant,
  }
}

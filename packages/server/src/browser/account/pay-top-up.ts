import { parseUsdc } from '@fiq/shared/money/usdc'
import { checkQuote } from '@fiq/shared/payment/check-quote'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import {
  topUpPath,
  topUpRequestDigest,
  topUpRows,
  topUpTariff,
} from '@fiq/shared/pricing/top-up-terms'
import type { Offer, Operation } from '../paying/offer.ts'
import { pagePaying } from '../paying/page-paying.tsx'
import { createPurchases } from '../paying/purchases.ts'
import { queryAndPay } from '../paying/query-and-pay.ts'

/** The body of a top-up request. */
export type TopUpOrder = { amountUsd: string; organisation: string }

/**
 * Buys credits for the organisation of the session: quote, check, approval, signature, payment. The
 * nonce of the payment is bound to the body, and with it to the organisation.
 *
 * @throws Error with a text for the user.
 */
export async function payTopUp(order: TopUpOrder, csrf: string): Promise<void> {
  const { ports } = await pagePaying()
  // Only the JSON of an operation is sent and bound to the payment.
  const { status, body } = await queryAndPay(order as unknown as Operation, {
    ...ports,
    url: new URL(topUpPath, window.location.href),
    // Stored separately from the purchases of queries, which the editor lists.
    purchases: createPurchases({
      getItem: () => window.localStorage.getItem('fiq.top-ups'),
      setItem: (_, text) => window.localStorage.setItem('fiq.top-ups', text),
    }),
    fetch: (input, init) =>
      window.fetch(input, { ...init, headers: { ...init?.headers, 'x-fiq-csrf': csrf } }),
    check: (header) => checkTopUp(header, order),
  })
  if (status === 200) return
  const [error] = (body as { errors?: { message?: string }[] }).errors ?? []
  throw new Error(error?.message ?? `The server answered ${status}. Nothing was bought.`)
}

/** Checks the quote like the client: this page computes the credits for the amount. */
function checkTopUp(header: string | undefined, { amountUsd, organisation }: TopUpOrder): Offer {
  const url = new URL(topUpPath, window.location.href)
  const quoted = readPaymentRequired(header)
  const price = wholeCreditsFor(parseUsdc(amountUsd))
  const digest = topUpRequestDigest({ amount: price.amount, organisation })
  const expected = {
    digest,
    tariffVersion: topUpTariff,
    price: { ...price, rows: topUpRows(price) },
  }
  const checked = checkQuote(quoted, url, expected)
  return { ...checked, rows: [['top-up', 1, price.credits]], quoted, isCredits: true }
}

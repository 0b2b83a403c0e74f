import { formatUsdc } from '@fiq/shared/money/usdc'
import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { foldRows, type QuoteRow, quoteDigest, rowsAddUp } from '@fiq/shared/payment/quote'
import { timeoutSecondsMax } from '@fiq/shared/payment/usdc-on-base'
import {
  type Contract,
  digestOf,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'

/** One operation, as typed. */
export type Operation = {
  query: string
  variables: Readonly<Record<string, unknown>>
  operationName?: string | undefined
}

/** A quote that passed every check: what the user is shown, and then signs. */
export type Offer = {
  quoted: Quoted
  /** Atomic units of USDC. */
  amount: bigint
  credits: number
  rows: readonly QuoteRow[]
  payTo: `0x${string}`
}

/**
 * Checks a 402 in the page as `fiq` checks it in the terminal: our own price, the digest of this
 * very request, the address it is for. Protocol, asset and domain are checked while reading.
 *
 * @param url - Address that was asked.
 * @throws FiqError `QUOTE_MALFORMED`, `QUOTE_UNSUPPORTED`; Error in words when it is not the price.
 */
export function checkOffer(
  header: string | null,
  operation: Operation,
  { contract, url }: { contract: Contract; url: URL },
): Offer {
  const quoted = readPaymentRequired(header)
  const { amount, payTo, maxTimeoutSeconds } = quoted.requirements
  const prepared = prepareOperation(contract, operation.query, operation.operationName)
  const priced = priceRequest(contract, prepared, operation.variables)
  const asked = URL.canParse(quoted.resource.url) ? new URL(quoted.resource.url) : undefined
  if (asked?.pathname !== url.pathname || asked.host !== url.host)
    throw new Error('The quote is for another address than the one asked. Nothing was signed.')
  if (maxTimeoutSeconds > timeoutSecondsMax)
    throw new Error(`The quote is valid for ${maxTimeoutSeconds} s. Nothing was signed.`)
  if (amount !== priced.price.amount)
    throw new Error(
      `The server asks ${formatUsdc(amount)} USDC; this page computes ${formatUsdc(priced.price.amount)}. Nothing was signed.`,
    )
  const { quote } = quoted
  if (quote && (!rowsAddUp(quote) || BigInt(quote.total) !== amount))
    throw new Error('The rows of the quote do not add up to its amount. Nothing was signed.')
  const terms = { request: digestOf(priced), amount, payTo }
  if (quote && quote.digest !== quoteDigest({ ...terms, tariff: quote.tariff }))
    throw new Error('The quote is for another request than the one sent. Nothing was signed.')
  const { credits, rows } = priced.price
  return { quoted, amount, credits, rows: foldRows(rows), payTo: payTo as `0x${string}` }
}

import { type CheckedQuote, checkQuote } from '@fiq/shared/payment/check-quote'
import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import {
  type Contract,
  digestOf,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'

/** One GraphQL request. Its JSON is the body of the request. */
export type Operation = {
  query: string
  variables: Readonly<Record<string, unknown>>
  operationName?: string | undefined
}

/** A checked quote, and the received quote: the dialog shows it, the wallet signs it. */
export type Offer = CheckedQuote & { quoted: Quoted; isCredits?: true }

/**
 * Reads and checks the quote of a 402 response, with the checks of the terminal client.
 *
 * @param url - The address of the request.
 * @throws FiqError `QUOTE_MALFORMED`, `QUOTE_UNSUPPORTED`, and the errors of {@link checkQuote}.
 */
export function checkOffer(
  header: string | undefined,
  operation: Operation,
  { contract, url }: { contract: Contract; url: URL },
): Offer {
  const quoted = readPaymentRequired(header)
  const prepared = prepareOperation(contract, operation.query, operation.operationName)
  const priced = priceRequest(contract, prepared, operation.variables)
  const expected = {
    price: priced.price,
    digest: digestOf(priced),
    tariffVersion: contract.tariff.version,
  }
  return { ...checkQuote(quoted, url, expected), quoted }
}

import { fieldWord } from '@fiq/shared/answers/field-word'
import { type CheckedQuote, checkQuote } from '@fiq/shared/payment/check-quote'
import { type Quoted, readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { chosenValues, listed, pricedFields } from '@fiq/shared/pricing/bought-text'
import {
  type Contract,
  digestOf,
  type PricedRequest,
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
export type Offer = CheckedQuote & {
  quoted: Quoted
  /** What is bought, from the operation. @example 'Price history of AAPL, MSFT' */
  about?: string
  isCredits?: true
}

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
  return { ...checkQuote(quoted, url, expected), quoted, about: aboutText(priced) }
}

/** @example rootWord('entityByTicker') // 'entity' */
function rootWord(name: string): string {
  return fieldWord(name)
    .replace(/ by tickers?$/, '')
    .replace(/^(gdp|sp500)\b/, (word) => word.toUpperCase())
}

/** Maximum root fields and arguments that the text names. */
const namesMax = 3
const valuesMax = 6

/** @example 'Price history, entities and 4 areas of AAPL, MSFT, NVDA' */
function aboutText({ bound }: PricedRequest): string {
  const { fields } = bound.plan
  const roots = fields.filter(({ isPriced }) => isPriced).map(({ field }) => rootWord(field.name))
  const areas = pricedFields(fields).filter((planned) => !fields.includes(planned)).length
  const names = listed(roots, namesMax)
  const values = listed(chosenValues(bound), valuesMax)
  const text = [
    names.charAt(0).toUpperCase() + names.slice(1),
    areas === 0 ? '' : `and ${areas} ${areas === 1 ? 'area' : 'areas'}`,
    values === '' ? '' : `of ${values}`,
  ]
  return text.filter(Boolean).join(' ')
}

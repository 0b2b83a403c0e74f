import { atomicPerCredit, parseUsdc } from '@fiq/shared/money/usdc'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import { type ItemisedQuote, quoteDigest } from '@fiq/shared/payment/quote'
import { wholeCreditsFor } from '@fiq/shared/pricing/price-plan'
import {
  digestOf,
  prepareOperation,
  priceRequest,
  quoteOf,
} from '@fiq/shared/pricing/price-request'
import { topUpRequestDigest, topUpRows, topUpTariff } from '@fiq/shared/pricing/top-up-terms'
import * as builtIn from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'

/** A schema and tariff with an obvious price: 5 credits for each ticker. */
export const contractText = {
  schemaText: `
    type Query { quotes(tickers: [String!]!): [Quote!]! free: Int }
    type Quote {
      ticker: String! price: Float change: Float changePercent: Float
      volume: Float marketCap: Float previousClose: Float
    }
  `,
  tariff: { version: 'test-1', rates: { 'Query.quotes': { credits: 5, timesOf: 'tickers' } } },
}

type Contract = Parameters<typeof priceRequest>[0]

const contract: Contract = {
  schema: buildSchema(contractText.schemaText),
  tariff: contractText.tariff,
}

/** The request body for these tickers: 0.015 USDC each. */
export function bodyFor(tickers: readonly string[]): string {
  return JSON.stringify({
    query: 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price } }',
    variables: { tickers },
  })
}

/** The priced request, as server and client both compute it from a body. */
function priced(body: string, { schema, tariff }: Contract = contract) {
  const { query, variables = {} } = JSON.parse(body) as {
    query: string
    variables?: { tickers: string[] }
  }
  return priceRequest({ schema, tariff }, prepareOperation({ schema, tariff }, query), variables)
}

export function expectedOf(body: string): ExpectedPrice {
  const request = priced(body)
  return {
    price: request.price,
    digest: digestOf(request),
    tariffVersion: contract.tariff.version,
  }
}

export function quoteFor(body: string, payTo: string) {
  return quoteOf(priced(body), contract.tariff, payTo)
}

/** A quote by the program's built-in schema and tariff, or for the credits of a top-up. */
export function builtInQuoteFor(body: string, payTo: string) {
  const { amountUsd } = JSON.parse(body) as { amountUsd?: string }
  if (amountUsd !== undefined) return topUpQuote(parseUsdc(amountUsd), payTo)
  builtInContract ??= { schema: buildSchema(builtIn.schemaText), tariff: builtIn.tariff }
  return quoteOf(priced(body, builtInContract), builtInContract.tariff, payTo)
}

function topUpQuote(amount: bigint, payTo: string): ItemisedQuote {
  const { credits } = wholeCreditsFor(amount)
  const request = topUpRequestDigest({ amount, organisation: undefined })
  return {
    version: 1,
    tariff: topUpTariff,
    credits,
    unitPrice: String(atomicPerCredit),
    total: String(amount),
    rows: topUpRows({ amount, credits }),
    digest: quoteDigest({ request, tariff: topUpTariff, amount, payTo }),
  }
}

let builtInContract: Contract | undefined

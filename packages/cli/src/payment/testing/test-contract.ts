import {
  digestOf,
  prepareOperation,
  priceRequest,
  quoteOf,
} from '@fiq/shared/pricing/price-request'
import * as builtIn from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import type { ExpectedPrice } from '../../../../shared/src/payment/check-quote.ts'

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

/** What server and client both compute from a body. */
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

/** A quote by the program's built-in schema and tariff. */
export function builtInQuoteFor(body: string, payTo: string) {
  builtInContract ??= { schema: buildSchema(builtIn.schemaText), tariff: builtIn.tariff }
  return quoteOf(priced(body, builtInContract), builtInContract.tariff, payTo)
}

let builtInContract: Contract | undefined

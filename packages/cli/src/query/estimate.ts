import { FiqError } from '@fiq/shared/errors'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import {
  type Contract,
  digestOf,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import { refuseLargeLimits } from '@fiq/shared/pricing/refuse-large-limits'
import type { Tariff } from '@fiq/shared/pricing/tariff'
import { buildSchema } from 'graphql'
import { neededSchema } from './needed-schema.ts'
import type { Operation } from './operation.ts'

/** An itemised price. */
export type Estimate = {
  tariff: string
  credits: number
  /** USDC in atomic units. */
  amount: bigint
  rows: readonly QuoteRow[]
}

/** Schema and tariff as written by the generator. */
export type BuiltInContract = { schemaText: string; tariff: Tariff }

/**
 * Prices queries with the built-in schema and tariff, exactly as the server does. Sends nothing.
 *
 * @returns Functions that throw the errors of pricing: `GRAPHQL_PARSE_FAILED`,
 * `GRAPHQL_VALIDATION_FAILED`, `BAD_INPUT`, `QUERY_TOO_EXPENSIVE`.
 */
export function createTariff({ schemaText, tariff }: BuiltInContract): {
  expected(operation: Operation): ExpectedPrice
  estimate(operation: Operation): Estimate
} {
  if (schemaText === '')
    throw new FiqError('CONFIGURATION_INVALID', 'This build of fiq contains no tariff.', {
      remedy: 'Build it again: pnpm run generate, pnpm run build.',
    })
  // The generator validated it. Validating again would cost as much as parsing.
  const contractOf = (text: string): Contract => ({
    schema: buildSchema(text, { assumeValidSDL: true }),
    tariff,
  })
  const price = (contract: Contract, { query, operationName, variables }: Operation) =>
    priceRequest(contract, prepareOperation(contract, query, operationName), variables ?? {})
  let whole: Contract | undefined
  let first: { query: string; contract: Contract } | undefined
  // Most runs price one query and need a small part of the schema. Errors are reported against the
  // whole schema.
  const priced = (operation: Operation) => {
    const { query } = operation
    if (!whole)
      try {
        first ??= { query, contract: contractOf(neededSchema(schemaText, query)) }
        if (first.query === query) return price(first.contract, operation)
      } catch {
        // Reported below.
      }
    whole ??= contractOf(schemaText)
    return price(whole, operation)
  }
  return {
    expected(operation) {
      const request = priced(operation)
      return {
        price: request.price,
        digest: digestOf(request),
        tariffVersion: tariff.version,
      }
    },
    estimate(operation) {
      const request = priced(operation)
      refuseLargeLimits(request)
      const { price } = request
      return { tariff: tariff.version, ...price }
    },
  }
}

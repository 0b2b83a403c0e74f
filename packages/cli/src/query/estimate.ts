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

/** A definition of the schema text, or an extension, without descriptions. */
type Definition = {
  text: string
  name: string
  implements: boolean
  words: ReadonlySet<string>
}

/**
 * The definitions in a schema text that a query may need, because parsing all of them takes longer
 * than the rest of pricing. Omits an extension of a type if the query names none of its fields,
 * together with the types that only its fields refer to. Includes all other definitions completely,
 * so a query that is valid in the result is valid in the schema, with the same meaning. Omits
 * descriptions: no price depends on them, and their words could refer to other definitions.
 *
 * @param schemaText - As printed by graphql: definitions separated by an empty line.
 */
export function neededSchema(schemaText: string, query: string): string {
  const queryWords = wordsOf(query)
  const definitions = definitionsOf(schemaText.replace(description, ''), queryWords)
  const needed = new Set(definitions.filter(({ name }) => isRoot(name, queryWords)))
  for (const { name, words } of needed)
    for (const other of definitions)
      if (words.has(other.name) || (other.implements && other.words.has(name))) needed.add(other)
  return [...needed].map(({ text }) => text).join('\n\n')
}

/**
 * Whether the search starts from a definition. Directives and the schema itself are always
 * included.
 */
function isRoot(name: string, queryWords: ReadonlySet<string>): boolean {
  return (
    !/^[A-Z]/.test(name) || /^(Query|Mutation|Subscription)$/.test(name) || queryWords.has(name)
  )
}

function definitionsOf(text: string, queryWords: ReadonlySet<string>): Definition[] {
  return text.split(definitionStart).flatMap((text) => {
    const [, name = '', implement] = definitionHead.exec(text) ?? []
    const isExtension = text.startsWith('extend type ')
    if (isExtension && !(text.match(fieldName) ?? []).some((field) => queryWords.has(field)))
      return []
    return [{ text, name, implements: implement !== undefined, words: wordsOf(text) }]
  })
}

const description = /^ *("""[\s\S]*?"""|".*")\n/gm
const fieldName = /(?<=^ {2})\w+/gm
const definitionStart =
  /\n\n(?=(?:extend|type|input|enum|scalar|interface|union|directive|schema) )/
const definitionHead =
  /^(?:extend )?(?:type|input|enum|scalar|interface|union|directive|schema)\s+@?(\w*)( implements)?/m

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g))
}

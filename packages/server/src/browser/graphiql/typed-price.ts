import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import { foldRows } from '@fiq/shared/payment/quote'
import type { Price } from '@fiq/shared/pricing/price-plan'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { parse } from 'graphql'
import type { Operation } from '../paying/offer.ts'

/** The price of the text in the editor, its error, or nothing for an empty text. */
export type TypedPrice =
  | { is: 'empty' }
  | { is: 'invalid'; message: string }
  | { is: 'free' }
  | { is: 'priced'; price: Price }

/** The texts of the editor. */
export type Typed = { query: string; variables: string; operationName?: string | undefined }

/** Prices the typed query with the server's pricing code. Never throws. */
export function typedPrice(contract: Contract, typed: Typed): TypedPrice {
  try {
    const operation = readTyped(typed)
    if (!operation) return { is: 'empty' }
    const prepared = prepareOperation(contract, operation.query, operation.operationName)
    const { price } = priceRequest(contract, prepared, operation.variables)
    if (price.amount === 0n) return { is: 'free' }
    return { is: 'priced', price: { ...price, rows: foldRows(price.rows) } }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const facts = thrown instanceof FiqError ? thrown.facts.slice(0, 3) : []
    return {
      is: 'invalid',
      message: [message, ...facts.filter((fact) => fact !== message)].join('\n'),
    }
  }
}

/**
 * @returns `undefined` for a text that has only comments.
 * @throws Error with a readable message if the variables are not a JSON object.
 */
export function readTyped({ query, variables, operationName }: Typed): Operation | undefined {
  if (query.replace(/#.*$/gm, '').trim() === '') return undefined
  const name = operationName ?? onlyName(query)
  return {
    query,
    variables: readVariables(variables),
    ...defined({ operationName: name || undefined }),
  }
}

/** The name of the only operation. A document with several operations needs a name. */
function onlyName(query: string): string | undefined {
  const names = parse(query).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? [definition.name?.value] : [],
  )
  return names.length === 1 ? undefined : names[0]
}

function readVariables(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const value = jsonOf(text)
  if (value === undefined) throw new Error('The variables are not JSON.')
  if (!isObject(value)) throw new Error('The variables are not a JSON object.')
  return value
}

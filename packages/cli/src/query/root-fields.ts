import { parseOperation } from '@fiq/shared/pricing/operation-limits'
import { fieldsOf, operationOf } from '../payment/quote/query-summary.ts'

/** A root field of a query: its name in the schema, and its key in the response. */
export type RootField = { field: string; key: string }

/**
 * The root fields of a request from its syntax tree, including those in fragments, without
 * introspection. An alias changes the key and not the field.
 *
 * @param body - The sent bytes.
 * @returns `undefined` for a body that is not a GraphQL request.
 */
export function rootFields(body: string): readonly RootField[] | undefined {
  try {
    const { query, operationName } = JSON.parse(body) as Record<string, unknown>
    if (typeof query !== 'string') return undefined
    const document = parseOperation(query)
    const operation = operationOf(document, operationName)
    if (!operation) return undefined
    return fieldsOf(operation.selectionSet, document)
      .map(({ name, alias }) => ({ field: name.value, key: (alias ?? name).value }))
      .filter(({ field }) => !field.startsWith('__'))
  } catch {
    return undefined
  }
}

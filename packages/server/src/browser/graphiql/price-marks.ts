import { formatUsdc } from '@fiq/shared/money/usdc'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql'

/** The price of the field on a line; lines count from 1. */
export type PriceMark = { line: number; text: string }

/**
 * The prices of a query at the lines of its fields. A field that several fragments select is marked
 * at its first occurrence.
 *
 * @param query - GraphQL text that was priced.
 * @param operationName - Name of the operation in it.
 */
export function priceMarks(
  query: string,
  rows: readonly QuoteRow[],
  operationName?: string,
): readonly PriceMark[] {
  const { definitions } = parse(query)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const credits = new Map<string, number>()
  for (const [path, , cost, amount] of rows)
    if (amount === undefined) credits.set(path, (credits.get(path) ?? 0) + cost)
  const byLine = new Map<number, number>()
  const mark = ({ selections }: SelectionSetNode, prefix: string): void => {
    for (const each of selections) {
      if (each.kind === Kind.FRAGMENT_SPREAD) {
        const named = fragments.get(each.name.value)
        if (named) mark(named.selectionSet, prefix)
      } else if (each.kind === Kind.INLINE_FRAGMENT) mark(each.selectionSet, prefix)
      else {
        const path = prefix + (each.alias ?? each.name).value
        const line = each.loc!.startToken.line
        const cost = credits.get(path)
        if (cost !== undefined) byLine.set(line, (byLine.get(line) ?? 0) + cost)
        credits.delete(path)
        if (each.selectionSet) mark(each.selectionSet, `${path}.`)
      }
    }
  }
  for (const each of definitions)
    if (each.kind === Kind.OPERATION_DEFINITION)
      if (operationName === undefined || each.name?.value === operationName)
        mark(each.selectionSet, '')
  return [...byLine].map(([line, cost]) => ({
    line,
    text: formatUsdc(BigInt(cost) * atomicPerCredit),
  }))
}

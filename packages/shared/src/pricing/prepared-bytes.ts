import { fieldsIn } from './plan-operation.ts'
import type { PreparedOperation } from './price-request.ts'

/** Bytes of one token with its share of the syntax tree. Measured: 265 to 450. */
const tokenBytes = 500
/** Bytes of one planned field with arguments and compiled step. Measured: 560 to 1,250. */
const fieldBytes = 1_300
const planBytes = 3_000

/**
 * Estimates the memory of a prepared operation with its plans. Fragments multiply: 5 KB of text can
 * make sixteen plans of 60 MB together.
 */
export function preparedBytes({ document, plans }: PreparedOperation): number {
  let bytes = 2 * (document.loc?.end ?? 0)
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined)
    bytes += tokenBytes
  for (const plan of plans.values())
    bytes += planBytes + (plan instanceof Error ? 0 : fieldBytes * fieldsIn(plan.fields).length)
  return bytes
}

import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import type { GrantedRequest } from '../../execution/execute.ts'
import { cacheBriefly } from '../cache-briefly.ts'

/** A fixed operation of a page: the example query, or the example of a tool. */
export type PageOperation = { query: string; variables: Readonly<Record<string, unknown>> }

/** The body of an answer that a page shows, and the time of its execution. */
export type SampleAnswer = { body: unknown; atMs: number }

/**
 * A sample is shown for this time before it is executed again: sandbox figures change over time.
 */
const storedMs = 10 * 60_000

/**
 * Caches answers to the fixed operations of the pages. Only a sandbox shows them, because its
 * figures are free and unlicensed. The cache has at most one entry for each fixed operation.
 */
export function createSampleAnswers(parts: {
  contract: Contract
  run(priced: GrantedRequest): Promise<string>
  nowMs(): number
  steadyMs(): number
}): (operation: PageOperation) => Promise<SampleAnswer> {
  const { contract, run, nowMs, steadyMs } = parts
  const cached = cacheBriefly(
    async (key): Promise<SampleAnswer> => {
      const { query, variables } = JSON.parse(key) as PageOperation
      const atMs = nowMs()
      const text = await run(priceRequest(contract, prepareOperation(contract, query), variables))
      return { body: JSON.parse(text), atMs }
    },
    { storedMs, nowMs: steadyMs },
  )
  return (operation) => cached(JSON.stringify(operation))
}

import type { ExecutionOutcome, GrantedRequest } from '../execution/execute.ts'
import { createAddressTurns } from '../rate-limit/address-turns.ts'
import type { FetchBudget } from '../sources/budgeted-context.ts'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { refuseWhollyFailed } from './answer-body.ts'
import type { Requester } from './fetch-budgets.ts'
import type { LargeMaking } from './large/large-making.ts'
import type { PaymentPorts } from './ports.ts'

export type RehearsalParts = {
  /** Whether the operation uses a source that is paused after repeated failures. */
  usesRestingSource(priced: GrantedRequest): boolean
  /** The budget of a requester for requests to sources. */
  budgetOf(requester: Requester): FetchBudget | undefined
  /** Executes the operation within a budget. */
  run(priced: GrantedRequest, budget: FetchBudget | undefined): Promise<ExecutionOutcome>
  /** Estimated JSON bytes of an answer. */
  bytesOf(priced: GrantedRequest): number
  record: Pick<PaymentRecord, 'limits'>
  making: Pick<LargeMaking, 'runUnpaid'>
}

/**
 * Creates the rehearsal of operations: it executes them before their payment is claimed, and the
 * payer may hold no money. So one address has one rehearsal at a time, and a large one waits for
 * memory behind the paid answers.
 *
 * Throws the refusal of the budget, with its Retry-After, if that is why nothing was answered.
 */
export function createRehearsal(parts: RehearsalParts): PaymentPorts['rehearse'] {
  const { usesRestingSource, run, budgetOf, bytesOf, record, making } = parts
  const { inTurn } = createAddressTurns()
  return async (priced, requester = {}) => {
    if (!usesRestingSource(priced)) return
    const rehearse = async () => {
      const { budget, refusal } = notingRefusal(budgetOf(requester))
      const outcome = await run(priced, budget)
      try {
        refuseWhollyFailed(outcome)
      } catch (error) {
        throw refusal() ?? error
      }
    }
    const bytes = bytesOf(priced)
    const isLarge = bytes > record.limits.answerBytesMax
    const whenMemoryIsFree = isLarge ? () => making.runUnpaid(bytes, rehearse) : rehearse
    const { address } = requester
    await (address === undefined ? whenMemoryIsFree() : inTurn(address, whenMemoryIsFree))
  }
}

/** A budget whose first refusal can be read. */
function notingRefusal(budget: FetchBudget | undefined) {
  let refusal: unknown
  const spend = async () => {
    try {
      await budget?.spend()
    } catch (error) {
      refusal ??= error
      throw error
    }
  }
  return { budget: budget && { ...budget, spend }, refusal: () => refusal }
}

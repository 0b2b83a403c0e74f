import type { ExecutionOutcome, GrantedRequest } from '../execution/execute.ts'
import { createAddressTurns } from '../rate-limit/address-turns.ts'
import type { PaymentRecord } from '../storage/payments/payment-record.ts'
import { refuseWhollyFailed } from './answer-body.ts'
import type { Requester } from './fetch-budgets.ts'
import type { LargeMaking } from './large/large-making.ts'
import type { PaymentPorts } from './ports.ts'

export type RehearsalParts = {
  /** Whether the operation uses a source that is paused after repeated failures. */
  usesRestingSource(priced: GrantedRequest): boolean
  /** Executes the operation within the budget of its requester. */
  run(priced: GrantedRequest, requester: Requester | undefined): Promise<ExecutionOutcome>
  /** Estimated JSON bytes of an answer. */
  bytesOf(priced: GrantedRequest): number
  record: Pick<PaymentRecord, 'limits'>
  making: Pick<LargeMaking, 'run'>
}

/**
 * Creates the rehearsal of operations: it executes them before their payment is claimed, and the
 * payer may hold no money. So one address has one rehearsal at a time, and a large one waits for
 * memory like a paid answer.
 */
export function createRehearsal(parts: RehearsalParts): PaymentPorts['rehearse'] {
  const { usesRestingSource, run, bytesOf, record, making } = parts
  const { inTurn } = createAddressTurns()
  return async (priced, requester) => {
    if (!usesRestingSource(priced)) return
    const rehearse = async () => refuseWhollyFailed(await run(priced, requester))
    const bytes = bytesOf(priced)
    const isLarge = bytes > record.limits.answerBytesMax
    const withRoom = isLarge ? () => making.run(bytes, rehearse) : rehearse
    const { address } = requester ?? {}
    await (address === undefined ? withRoom() : inTurn(address, withRoom))
  }
}
